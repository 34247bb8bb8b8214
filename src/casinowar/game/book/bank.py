"""The player/dealer's bank: what a text can say about it."""

from casinowar.game.book.cited_values import Cited, Numbers, Part, Says, Some
from casinowar.game.words import Word


class Exhaustion(Word):
    """How the player/dealer's wager covers the others'."""

    PAYOFFS = "payoffs use it up"
    RUNNING = "payoffs use it up and wagers taken refill it"
    BOTH_WAYS = "every wager, won or lost, uses it up"
    COLLECT_FIRST = "payoffs use it up, but all lost wagers are taken"
    ODDS_KEPT = "every wager, won or lost, uses it up, and stands as far as it could be paid in full"

    @property
    def takes_matches_back(self) -> bool:
        """Tell whether a match that is won back can cover other wagers again."""
        return self not in {Exhaustion.BOTH_WAYS, Exhaustion.ODDS_KEPT}


class ShortWar(Word):
    """What stands of a tie hand when the bank cannot match all of it."""

    PARTLY = "the war is fought for what can be matched"
    WHOLE_ONLY = "the initial wager goes back"
    MAY_ADD = "the player/dealer may add to the bank"


class SettlingStart(Word):
    """Where settling starts at a banked table."""

    DEALERS_LEFT = "the dealer's left"
    AFTER_THE_BANK = "the place after the player/dealer's"


class Rotation(Word):
    """How long a player/dealer keeps the bank."""

    AT_MOST = "at most"
    EXACTLY = "exactly"


class FirstHolder(Word):
    """Who is offered the bank first."""

    FROM_THE_LEFT = "the first seat from the dealer's left that accepts"
    SET = "the seat that the house sets"


class Backline(Word):
    """How a backline bettor chooses on a tie hand."""

    OWN_CHOICE = "for himself"
    BOUND = "as the seated player, surrendering without the war wager"


class Held(Cited, frozen=True, kw_only=True):
    """For how many rounds in a row one player keeps the bank."""

    rounds: Some
    how: Rotation = Rotation.AT_MOST


class BankRule(Part, frozen=True, kw_only=True):
    """The player/dealer, who banks the game in the house's place."""

    wager: Cited
    amount: Cited
    anew: Cited
    own_seat: Cited
    behind: Cited
    never_the_house: Cited
    exhausted: Says[Exhaustion]
    start: Says[SettlingStart]
    short_war: Says[ShortWar]
    held: Held
    first_holder: Says[FirstHolder]
    players: Numbers
    backline: Says[Backline] | None = None
