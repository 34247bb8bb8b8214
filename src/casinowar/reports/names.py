"""One vocabulary for all reports: what wagers, strategies and figures are called, and who wins."""

from typing import Final

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.figures import Figure
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import Mix

WAGERS: Final[dict[str, str]] = {
    Wager.INITIAL: "initial",
    Wager.TIE: "tie",
    Wager.WAR_TIE: "tie on the war deal",
    Wager.PROGRESSIVE: "progressive",
    Wager.ENVY: "Envy Bonus",
    Wager.BONUS_SPIN: "bonus spin",
}
STRATEGIES: Final = {
    Strategy.WAR: "war on ties",
    Strategy.SURRENDER: "surrender on ties",
    Strategy.BEST: "best play",
}
MIXES: Final = {Mix.INITIAL: "initial", Mix.WITH_TIE: "with tie", Mix.WITH_BOTH: "with both ties"}
FIGURES: Final = {
    Figure.INITIAL_WAR: "Initial wager, war on every tie",
    Figure.INITIAL_SURRENDER: "Initial wager, surrender",
    Figure.INITIAL_BEST: "Initial wager, played best",
    Figure.RISK_WAR: "Element of risk, war",
    Figure.RISK_SURRENDER: "Element of risk, surrender",
    Figure.VARIANCE_WAR: "Standard deviation, war",
    Figure.VARIANCE_SURRENDER: "Standard deviation, surrender",
    Figure.ODD_SURRENDER: "Surrender, odd number of chips",
    Figure.FEWEST_DECKS: "Initial, fewest decks allowed",
    Figure.MOST_DECKS: "Initial, most decks allowed",
    Figure.LONG_RUN_INITIAL: "Initial, long run to cover card",
    Figure.LONG_RUN_TIE: "Tie, long run to cover card",
    Figure.TIE: "Tie wager",
    Figure.WAR_TIE: "Tie wager on the war deal",
    Figure.PROGRESSIVE_WAR: "Progressive, war",
    Figure.PROGRESSIVE_SURRENDER: "Progressive, surrender",
    Figure.PROGRESSIVE_DOUBLE: "Progressive of twice the size",
    Figure.ENVY: "Envy Bonus, per other player",
    Figure.ENVY_NOT_WAGERING: "Envy Bonus, other not wagering",
    Figure.ENVY_OWN_BOX: "Envy Bonus, own second box",
    Figure.ENVY_DOUBLE: "Envy Bonus, wager twice the size",
    Figure.SPIN_ALONE: "Bonus Spin, one position",
    Figure.SPIN_FULL: "Bonus Spin, all seats wagering",
    Figure.SPIN_SMALL: "Bonus Spin, small wager",
    Figure.COVARIANCE: "Covariance of two seats",
    Figure.TERMINAL: "Standard deviation of a terminal",
    Figure.BANK_OF_THREE: "Bank of 3 units wins",
    Figure.BANK_OF_A_HALF: "Bank of half a unit wins",
}
ELEMENT_OF_RISK: Final = (
    "The element of risk is the same per unit of all that is wagered, war wagers included."
)
"""What to say after the house edge has been explained."""


def played(strategy: Strategy | None) -> str:
    """Name how ties are played; nothing where there is no choice."""
    return STRATEGIES[strategy] if strategy else ""


def winner(rules: Rules) -> str:
    """Name who plays against the players: the house, or the bank where a player/dealer banks."""
    return "bank" if rules.book.bank else "house"


def edge(rules: Rules) -> str:
    """Name what the winner expects from a wager."""
    return "bank's edge" if rules.book.bank else "house edge"


def edge_in_words(rules: Rules) -> str:
    """Say what the edge is."""
    if rules.book.bank:
        return (
            "The bank's edge is what the player/dealer wins on average per unit of a wager that the bank "
            "covers; it is positive when the player/dealer wins. The house banks nothing and wins nothing."
        )
    return (
        "The house edge is what the house wins on average per unit of the wager; it is positive when the "
        "house wins."
    )
