"""How each chip moves at each end of a hand: what odds tell is what the engine does."""

from collections import defaultdict
from fractions import Fraction

import pytest

from casinowar.game.acts.settling import compare
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Tied
from casinowar.game.words import DEALER, Comparison, Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.hand_endings import ending, ends, even_wager
from casinowar.odds.settlement import Path
from tests.agreement.every_order import MAIN, Orders, Outcome, put_down_at_least, tiny
from tests.agreement.texts import CHOICES, EVERY_READING

BANK = (2, 10**9)


@pytest.mark.parametrize("strategy", [Strategy.WAR, Strategy.SURRENDER])
@pytest.mark.parametrize("book", EVERY_READING.values(), ids=EVERY_READING)
def test_every_end(book, strategy):
    rules = tiny(book, 2, 1, 8)
    unit = even_wager(rules)
    even = tiny(book, 2, 1, 8, units=unit // rules.unit(Wager.INITIAL))
    wagers = {1: dict.fromkeys(put_down_at_least(rules), unit)}
    found = Orders(rules=even, wagers=wagers, on_a_tie=CHOICES[strategy], bank=BANK).ways
    told = {path: ending(rules, path) for path in ends(rules).values()}
    for _, outcome in found:
        path = path_of(rules, outcome)
        chips: dict[tuple[Wager, str], Fraction] = defaultdict(Fraction)
        for move in told[path].moves:
            chips[move.chips, str(move.motion)] += move.units
        assert {key: units for key, units in chips.items() if units} == moved(outcome, unit)
        assert told[path].net == Fraction(outcome.net(1, *MAIN), unit)
        assert told[path].net == sum(move.net for move in told[path].moves)
    if strategy is Strategy.WAR:
        played = {path_of(rules, outcome) for _, outcome in found}
        assert played == {path for path in told if not path.given_up or book.war is None}


def moved(outcome: Outcome, unit: int) -> dict[tuple[Wager, str], Fraction]:
    """Tell how the chips of the initial wager and its wars moved, in units."""
    return {
        (wager, motion): Fraction(amount, unit)
        for (_, wager, motion), amount in outcome.moves.items()
        if wager in MAIN and motion != "placed"
    }


def path_of(rules: Rules, outcome: Outcome) -> Path:
    """Tell from the cards how a hand went."""
    results = [
        compare(rules, mine, dealers)
        for mine, dealers in zip(outcome.cards[1], outcome.cards[DEALER], strict=True)
    ]
    wars, last = len(results) - 1, results[-1]
    again = rules.book.war.again if rules.book.war else None
    may_go_on = bool(again and wars < again.wars) if wars else True
    chooses = rules.book.settlement.tie_hand.value is Tied.CHOICE
    given_up = last is Comparison.TIE and chooses and may_go_on
    return Path(results[0], wars, last if wars else None, given_up)
