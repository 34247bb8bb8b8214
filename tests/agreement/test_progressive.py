"""The Progressive Payout Wager and the Envy Bonus: pays, meter and choice, held against every order."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import DEALER, Wager
from casinowar.odds.hand import Strategy
from casinowar.odds.progressive import envy, progressive
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import choices
from tests.agreement.every_order import Orders, Outcome, Way, distribution, initial_wager, mean, tiny
from tests.agreement.texts import CHOICES, drawn_readings, readings_of
from tests.support.varieties import source

CHIP = 5_00
METER = 12_345_67
RAISE = 60
"""What twelve percent of one chip add to the meter."""

FOUR_OF_A_CARD = (2, 2, 4)
"""Two ranks of two suits, with four copies of each card."""

ALWAYS = [Strategy.WAR, Strategy.SURRENDER]
READINGS = readings_of("maryland")
ENVIOUS = readings_of(
    "maryland", "envy_between_boxes", "progressive_sizes", "envy_holder", "suited_double_tie"
)


def offering(readings: dict[str, str], shape: tuple[int, int, int] = FOUR_OF_A_CARD, **house: Any) -> Rules:
    """Offer the wager at a tiny table, in two sizes where the operator may set them."""
    book = source("maryland").book(readings)
    amounts = ("5", "1", "10") if book.progressive and book.progressive.operator_sets_amounts else ()
    meter = MeterChoices(rate="12%", initial="12345.67", reset="10000")
    return tiny(book, *shape, progressive=ProgressiveChoices(meter=meter, amounts=amounts), **house)


def wagering(rules: Rules, chip: int = CHIP) -> dict[Wager, int]:
    """Wager on a hand, with a progressive chip where it has a size."""
    return {Wager.INITIAL: initial_wager(rules), **({Wager.PROGRESSIVE: chip} if chip else {})}


def brought(outcome: Outcome, seat: int = 1) -> int:
    """Tell what the progressive wager of a hand brought, the meter included."""
    return outcome.net(seat, Wager.PROGRESSIVE) + outcome.meter(seat)


@pytest.mark.parametrize("strategy", ALWAYS)
@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_one_hand(readings, strategy):
    rules = offering(readings)
    found = Orders(rules=rules, wagers={1: wagering(rules)}, on_a_tie=CHOICES[strategy]).ways
    check_one_hand(rules, found, strategy, Shoe.fresh(rules))


def check_one_hand(rules: Rules, found: list[Way], strategy: Strategy, shoe: Shoe, chip: int = CHIP) -> None:
    """Hold everything that odds say about the wager against every order."""
    odds = progressive(rules, shoe, strategy, wager=chip, meter=METER + RAISE * chip // CHIP)
    assert odds is not None
    assert distribution(found, lambda way: Fraction(brought(way), chip)) == odds.distribution.outcomes
    assert 1 + mean(found, lambda way: way.net(1, Wager.PROGRESSIVE)) / chip == odds.fixed_return
    assert mean(found, lambda way: way.meter(1) > 0) == odds.meter_chance
    assert mean(found, lambda way: brought(way) == -chip) == odds.nothing
    assert mean(found, lambda way: way.raised) / chip == odds.rate
    assert mean(found, lambda way: way.restarted) / chip == odds.seed


@pytest.mark.parametrize("sizes", ["in_proportion", "envy_for_five_dollars"])
def test_a_larger_chip(sizes):
    rules = offering({"progressive_sizes": sizes})
    found = Orders(rules=rules, wagers={1: wagering(rules, 10_00)}).ways
    check_one_hand(rules, found, Strategy.WAR, Shoe.fresh(rules), 10_00)


@pytest.mark.parametrize("chip", [1_00, 5_00, 10_00])
def test_a_share_of_the_meter_by_the_wager(chip):
    rules = offering({"progressive_sizes": "in_proportion", "meter_share": "by_the_wager"})
    found = Orders(rules=rules, wagers={1: wagering(rules, chip)}).ways
    shows = METER + RAISE * chip // CHIP
    odds = progressive(rules, Shoe.fresh(rules), wager=chip, meter=shows)
    assert odds is not None
    assert distribution(found, lambda way: Fraction(brought(way), chip)) == odds.distribution.outcomes
    share = min(Fraction(1), Fraction(chip, CHIP))
    assert {hand.meter for hand in odds.hands} == {0, share}
    assert max(way.meter(1) for _, way in found) == int(share * shows)
    assert (odds.long_run_return is None) is (share < 1)


@pytest.mark.parametrize("meter", [0, 5_000_00, METER + RAISE])
def test_the_hand_that_pays_most_with_this_meter_is_the_best(meter):
    rules = offering({})
    law = rules.book.progressive
    assert law is not None
    pays = [replace(pay, meter="1/500" if pay.hand == "tie" else pay.meter) for pay in reversed(law.pays)]
    rules = Rules(replace(rules.book, progressive=replace(law, pays=tuple(pays))), rules.house)
    odds = progressive(rules, Shoe.fresh(rules), meter=meter)
    assert odds is not None
    if meter == METER + RAISE:
        found = Orders(rules=rules, wagers={1: wagering(rules)}).ways
        assert distribution(found, lambda way: Fraction(brought(way), CHIP)) == odds.distribution.outcomes
    assert odds.hands[0].hands == ("tie",)


@pytest.mark.parametrize(
    ("first", "second", "from_meter"),
    [("double tie", "tie", METER + RAISE + 1_000_00), ("tie", "double tie", METER + RAISE)],
)
def test_two_hands_that_are_paid_from_one_meter(first, second, from_meter):
    """All cards are one: a double tie is paid the meter, a tie a tenth of what is there in its turn."""
    shares = {"tie": "1/10", "double tie": "1"}
    rules = offering({"hands_paid": "every_hand"}, (1, 1, 12))
    law = rules.book.progressive
    assert law is not None
    listed = {pay.hand: pay for pay in law.pays}
    pays = tuple(replace(listed[hand], meter=shares[hand]) for hand in (first, second))
    rules = Rules(replace(rules.book, progressive=replace(law, pays=pays)), rules.house)
    odds = progressive(rules, Shoe.fresh(rules), meter=METER + RAISE)
    assert odds is not None
    by_odds = (30 + 5) * CHIP
    assert odds.distribution.outcomes == ((Fraction(from_meter + by_odds, CHIP) - 1, Fraction(1)),)
    assert [hand.pays for hand in odds.hands] == [Fraction(by_odds, CHIP)]
    found = Orders(rules=rules, wagers={1: wagering(rules)}).ways
    assert distribution(found, lambda way: Fraction(brought(way), CHIP)) == odds.distribution.outcomes


@pytest.mark.parametrize("shape", [(1, 2, 8), (3, 2, 4), (2, 3, 4)], ids=str)
def test_other_shoes(shape):
    for readings in ({}, {"suited_double_tie": "one_suit"}, {"hands_paid": "every_hand"}):
        rules = offering(readings, shape)
        found = Orders(rules=rules, wagers={1: wagering(rules)}).ways
        check_one_hand(rules, found, Strategy.WAR, Shoe.fresh(rules))


GONE = ("AC", "AC", "AC", "AD", "KD", "KD")


@pytest.mark.parametrize("strategy", ALWAYS)
def test_cards_seen_before(strategy):
    rules = offering({}, (2, 2, 6))
    found = Orders(rules=rules, wagers={1: wagering(rules)}, on_a_tie=CHOICES[strategy], gone=GONE).ways
    check_one_hand(rules, found, strategy, Shoe.fresh(rules).without(GONE))


@pytest.mark.parametrize("readings", readings_of("maryland", "hands_paid", "progressive_chip"), ids=str)
def test_the_meter_that_breaks_even(readings):
    rules = offering(readings)
    odds = progressive(rules, Shoe.fresh(rules))
    assert odds is not None
    assert odds.break_even_meter is not None
    found = Orders(rules=rules, wagers={1: wagering(rules)}).ways
    without = -mean(found, lambda way: way.net(1, Wager.PROGRESSIVE))
    assert odds.break_even_meter == max(Fraction(0), without / mean(found, lambda way: way.meter(1) > 0))


def test_the_first_of_two_hands_that_are_read():
    rules = offering({})
    found = Orders(rules=rules, wagers={1: wagering(rules), 2: wagering(rules)}).ways
    odds = progressive(rules, Shoe.fresh(rules), meter=METER + 2 * RAISE)
    assert odds is not None
    nets = distribution(found, lambda way: Fraction(brought(way, 2), CHIP))
    assert nets == odds.distribution.outcomes


# the Envy Bonus


def envied(
    rules: Rules, hands: dict[int, dict[Wager, int]], owners: dict[int, int] | None = None
) -> Fraction:
    """Tell what the Envy Bonus of the first hand is worth on average, in cents."""
    found = Orders(rules=rules, wagers=hands, owners=owners or {}).ways
    return mean(found, lambda way: way.net(1, Wager.ENVY))


@pytest.mark.parametrize("readings", ENVIOUS, ids=str)
def test_the_envy_bonus(readings):
    rules = offering(readings)
    odds = envy(rules, Shoe.fresh(rules))
    assert odds is not None
    assert envied(rules, {1: wagering(rules), 2: wagering(rules)}) == CHIP * odds.worth(1)


def test_the_envy_bonus_of_two_others():
    rules = offering({}, (1, 2, 8))
    odds = envy(rules, Shoe.fresh(rules))
    assert odds is not None
    hands = dict.fromkeys((1, 2, 3), wagering(rules))
    assert envied(rules, hands) == CHIP * odds.worth(2)


@pytest.mark.parametrize(("sizes", "times"), [("in_proportion", 2), ("envy_for_five_dollars", 0)])
def test_the_envy_bonus_of_a_larger_chip(sizes, times):
    rules = offering({"progressive_sizes": sizes})
    odds = envy(rules, Shoe.fresh(rules), wager=10_00)
    five = envy(rules, Shoe.fresh(rules))
    assert odds is not None
    assert five is not None
    found = envied(rules, {1: wagering(rules, 10_00), 2: wagering(rules)})
    assert found == 10_00 * odds.worth(1) == times * CHIP * five.worth(1)


@pytest.mark.parametrize(("holder", "counts"), [("not_needed", True), ("needed", False)])
def test_a_holder_without_the_wager(holder, counts):
    rules = offering({"envy_holder": holder})
    odds = envy(rules, Shoe.fresh(rules))
    assert odds is not None
    worth = odds.worth(1) if counts else 0
    assert envied(rules, {1: wagering(rules), 2: wagering(rules, 0)}) == CHIP * worth


@pytest.mark.parametrize(("between", "counts"), [("none", False), ("paid", True)])
def test_a_box_of_the_same_player(between, counts):
    rules = offering({"envy_between_boxes": between}, adjacent_boxes=2)
    odds = envy(rules, Shoe.fresh(rules))
    assert odds is not None
    hands = {1: wagering(rules), 2: wagering(rules)}
    assert envied(rules, hands, owners={2: 1}) == CHIP * odds.worth(1 if counts else 0)


def test_a_holder_who_surrenders():
    rules = offering({})
    odds = envy(rules, Shoe.fresh(rules), Strategy.SURRENDER)
    assert odds is not None
    assert odds.chance == 0


# the choice on a tie


@pytest.mark.parametrize("chip", [0, CHIP])
@pytest.mark.parametrize(
    "readings", readings_of("maryland", "progressive_after_surrender", "hands_paid", "tied_war"), ids=str
)
def test_the_choice_on_a_tie(readings, chip):
    rules = offering(readings)
    check_choices(rules, Shoe.fresh(rules), (), chip)


def test_the_choice_with_cards_seen_before():
    rules = offering({}, (2, 2, 6))
    check_choices(rules, Shoe.fresh(rules).without(GONE), GONE, CHIP)


def check_choices(rules: Rules, shoe: Shoe, gone: tuple[str, ...], chip: int) -> None:
    """Hold what war and surrender are worth against the orders that begin with such a tie."""
    found = {
        strategy: Orders(
            rules=rules, wagers={1: wagering(rules, chip)}, on_a_tie=CHOICES[strategy], gone=gone
        ).ways
        for strategy in ALWAYS
    }
    told = choices(rules, shoe, wager=chip, meter=METER + RAISE)
    assert told
    for choice in told:
        of_kind = tied if choice.suited is None else suited(choice.suited)
        for strategy, worth in ((Strategy.WAR, choice.war), (Strategy.SURRENDER, choice.surrender)):
            assert worth == given_that(found[strategy], of_kind)


def tied(outcome: Outcome) -> bool:
    return outcome.cards[1][0][0] == outcome.cards[DEALER][0][0]


def suited(wanted: bool) -> Callable[[Outcome], bool]:  # noqa: FBT001 - the one word that there is to say
    def is_such(outcome: Outcome) -> bool:
        return tied(outcome) and (outcome.cards[1][0] == outcome.cards[DEALER][0]) is wanted

    return is_such


def given_that(found: list[Way], happened: Callable[[Outcome], bool]) -> Fraction:
    """Average the result of a hand over the orders in which something happened."""
    total = mean(found, happened)
    return mean(found, lambda way: happened(way) * (way.net(1) + way.meter(1))) / total


# the payout limit


@pytest.mark.parametrize("limit", ["100", "20000", "60000", "1000000"])
@pytest.mark.parametrize("reading", ["betting_area", "each_wager", "player", "with_progressive"])
def test_a_payout_limit(reading, limit):
    rules = offering({"payout_limit": reading}, payout_limit=limit)
    try:
        odds = progressive(rules, Shoe.fresh(rules), meter=METER + RAISE)
    except NotCovered:
        assert (reading, limit) in {("with_progressive", small) for small in ("100", "20000", "60000")}
        return
    assert odds is not None
    found = Orders(rules=rules, wagers={1: wagering(rules)}).ways
    assert distribution(found, lambda way: Fraction(brought(way), CHIP)) == odds.distribution.outcomes


@settings(max_examples=15)
@given(st.data())
def test_any_combination_of_readings(data):
    rules = offering(data.draw(drawn_readings("maryland")))
    strategy = data.draw(st.sampled_from(ALWAYS))
    found = Orders(rules=rules, wagers={1: wagering(rules)}, on_a_tie=CHOICES[strategy]).ways
    check_one_hand(rules, found, strategy, Shoe.fresh(rules))


def test_no_progressive_where_the_text_has_none():
    rules = tiny(source("wisconsin").book(), *FOUR_OF_A_CARD)
    assert progressive(rules, Shoe.fresh(rules)) is None
    assert envy(rules, Shoe.fresh(rules)) is None
