"""Kernel and engine, given the same shoes: every hand is settled equal to the cent, wager by wager."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, OwnPay, Segment, Wheel
from casinowar.game.book.electronic import Backing, ElectronicChoices
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import PLACES, Wager
from casinowar.rulebooks import RulebookFile
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.table import NotSimulated
from tests.agreement.playing import Engine, Hands, RanOut, banked, mixed, seats, shrunk, wagers
from tests.agreement.texts import EVERY_READING, any_readings, readings_of
from tests.support.banking import banked_instead
from tests.support.settled_shoes import settle
from tests.support.varieties import own_values, source


def agree(rules: Rules, hands: Hands, seed: int, *, most_rounds: int = 40, **also: Any) -> int:
    """Play a shoe both ways, compare every hand of every round, and count the rounds."""
    chance = Random(seed)
    choices = mixed(rules, chance)
    kernel = FullTable.of(rules, hands, strategy=choices, **also)
    try:
        played = Engine(rules, hands, choices, chance, **also).play(most_rounds)
    except RanOut as shoe:
        with pytest.raises(NotSimulated):
            settle(kernel, shoe.order, shoe.spins, rounds=most_rounds)
        return 0
    settled = settle(kernel, played.order, played.spins, rounds=most_rounds)
    rounds = len(played.nets)
    assert list(settled.gone) == played.gone
    for number, net in enumerate(played.nets):
        expected = np.array([[net[hand, kind] for kind in range(t.KINDS)] for hand in hands])
        assert (settled.nets[number] == expected).all(), (number, settled.nets[number], expected)
    if played.meters:
        shown = [played.meters.get(name, 0) for name in ("progressive", "primary", "secondary")]
        assert list(settled.meters) == shown
    return rounds


@pytest.mark.parametrize("ranks", [3, 13])
@pytest.mark.parametrize("book", EVERY_READING)
def test_every_rulebook_and_reading(book, ranks):
    rules = shrunk(EVERY_READING[book], min(ranks, len(EVERY_READING[book].cards.ranking.value)))
    hands = seats(rules)
    for seed in range(3):
        assert agree(rules, hands, seed, **banked(rules, hands))


@pytest.mark.parametrize("book", [name for name, book in EVERY_READING.items() if book.surrender])
@pytest.mark.parametrize("chip", ["0.01", "5"])
def test_odd_halves(book, chip):
    rules = shrunk(EVERY_READING[book], 2, smallest_chip=chip)
    hands = seats(rules, 3)
    agree(rules, hands, 1, **banked(rules, hands))


@pytest.mark.parametrize("seed", range(8))
def test_wars_fought_at_once_in_a_pass_of_deciding(seed):
    readings = {"settling_direction": "decide_then_pay", "choice_timing": "war_at_once"}
    rules = shrunk(source("washington").book(readings), 3)
    assert rules.settles_ties_first
    assert agree(rules, seats(rules), seed)


# side wagers

BOXES: Final = ("envy_for_two_boxes", "envy_to_two_boxes", "envy_between_boxes", "envy_holder")
SIZES: Final = {"progressive_sizes": "in_proportion"}
METER: Final = MeterChoices(rate="12%", initial="12345.67", reset="10000")


def wheel(*weights: tuple[str, int]) -> Wheel:
    return Wheel(
        stops=sum(weight for _, weight in weights),
        segments=tuple(Segment(symbol=symbol, weight=weight) for symbol, weight in weights),
    )


def offering(
    readings: Mapping[str, str],
    ranks: int,
    suits: int,
    pays: Callable[[Rulebook], Rulebook] | None = None,
    reset: str = "10000",
    **house: Any,
) -> Rules:
    """Offer both side wagers, in several sizes where the operator may set them."""
    book = source("maryland").book(readings)
    assert book.progressive is not None
    assert book.bonus_spin is not None
    sizes = ("1", "5", "10") if book.progressive.operator_sets_amounts else ()
    small, primary = book.bonus_spin.small_wager, book.bonus_spin.hot_spot[0].symbol
    own = small is not None and small.value == "a table of the operator's own"
    spin = BonusSpinChoices(
        cards=(Designated(rank="king", color="red"),),
        hot_spot=wheel(
            *((symbol.symbol, 1 + place) for place, symbol in enumerate(book.bonus_spin.hot_spot))
        ),
        community=wheel(*((symbol.symbol, 1) for symbol in book.bonus_spin.community)),
        positions=(1, 2, 3, 4, 5, 6),
        primary=MeterChoices(rate="8%", initial="10000.01", reset=reset),
        secondary=MeterChoices(rate="4%", initial="10000.03", reset="5000"),
        amounts=("5", "1") if small else (),
        small_wager_pays=(OwnPay(symbol="$600", hot_spot="77"), OwnPay(symbol=primary, hot_spot="33"))
        if own
        else (),
    )
    choices = ProgressiveChoices(meter=replace(METER, reset=reset), amounts=sizes)
    offers = {"progressive": choices, "bonus_spin": spin, "adjacent_boxes": 2, "seats": 6, **house}
    return shrunk(pays(book) if pays else book, ranks, suits, **offers)


def with_side_wagers(rules: Rules, chance: Random) -> Hands:
    """Add side wagers to most hands."""
    hands = seats(rules, 5)
    for sizes in hands.values():
        for wager in (Wager.PROGRESSIVE, Wager.BONUS_SPIN):
            amounts = (*rules.fixed_amounts(wager), 0)
            sizes[wager] = chance.choice((*rules.fixed_amounts(wager), *amounts))
    return hands


def check_side_wagers(readings: Mapping[str, str], seed: int, **house: Any) -> int:
    """Play shoes of few ranks, where payout hands are common, with two boxes of one player among them."""
    rounds = 0
    for ranks, suits in ((2, 2), (5, 4)):
        rules = offering(readings, ranks, suits, **house)
        hands = with_side_wagers(rules, Random(seed))
        rounds += agree(rules, hands, seed, owners={3: 2, 5: 4})
    return rounds


@pytest.mark.parametrize("winners", ["in_turn", "divided"])
@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
def test_a_share_of_the_meter_by_the_wager(settled, winners):
    readings = {"progressive_sizes": "in_proportion", "meter_share": "by_the_wager"}
    readings |= {"progressive_settled": settled, "meter_winners": winners}
    assert sum(check_side_wagers(readings, seed) for seed in range(4))


@pytest.mark.parametrize("readings", readings_of("maryland", *BOXES), ids=str)
@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
def test_the_envy_bonus_of_several_boxes(readings, settled):
    also = {"progressive_settled": settled, "progressive_sizes": "in_proportion"}
    for pays in (None, upside_down):
        assert sum(check_side_wagers({**also, **readings}, seed, pays=pays) for seed in range(3))


def upside_down(book: Rulebook) -> Rulebook:
    """List the lowest hand first, let two hands pay part of the meter, and bring any tie an Envy Bonus."""
    assert book.progressive is not None
    assert book.progressive.envy is not None
    envy = replace(book.progressive.envy, hand=Combination.TIE)
    pays = [
        replace(pay, meter={"tie": "1/500", "double tie": "1/3"}.get(pay.hand, pay.meter))
        for pay in book.progressive.pays
    ]
    return replace(book, progressive=replace(book.progressive, pays=tuple(reversed(pays)), envy=envy))


@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
@pytest.mark.parametrize("winners", ["in_turn", "divided"])
def test_the_hand_that_pays_most_whatever_the_order_of_the_pay_table(winners, settled):
    readings = {"meter_winners": winners, "progressive_settled": settled}
    assert sum(check_side_wagers(readings, seed, pays=upside_down) for seed in range(4))


@pytest.mark.parametrize("winners", ["in_turn", "divided"])
def test_side_wagers_on_community_cards(winners):
    for seed in range(4):
        choices = ElectronicChoices(community_cards=3)
        rules = offering({"meter_winners": winners}, 2, 2, electronic=choices, adjacent_boxes=1)
        chance = Random(seed)
        hands = {
            hand: {
                **wagers(rules, hand % PLACES),
                Wager.PROGRESSIVE: chance.choice([0, 5_00]),
                Wager.BONUS_SPIN: chance.choice([0, 5_00]),
            }
            for hand in (101, 102, 203, 301, 303, 602)
        }
        assert agree(rules, hands, seed)


@pytest.mark.parametrize("readings", readings_of("maryland"), ids=str)
def test_side_wagers(readings):
    assert sum(check_side_wagers(readings, seed) for seed in range(4))


@pytest.mark.parametrize("limit", ["5", "40", "700", "20000"])
@pytest.mark.parametrize("counts", ["betting_area", "each_wager", "player", "with_progressive"])
def test_a_payout_limit(counts, limit):
    for seed in range(3):
        check_side_wagers({"payout_limit": counts}, seed, payout_limit=limit)


@pytest.mark.parametrize("limit", ["40", "4000", "9000"])
@pytest.mark.parametrize("settled", ["in_a_last_pass", "at_each_seat"])
def test_a_divided_meter_of_winners_whose_shares_and_limits_differ(settled, limit):
    readings = {"payout_limit": "with_progressive", "meter_winners": "divided", "hot_spot": "every_position"}
    readings |= {"progressive_sizes": "in_proportion", "meter_share": "by_the_wager"}
    readings |= {"progressive_settled": settled, "one_dollar_spin": "one_fifth"}
    for pays in (None, upside_down):
        for seed in range(2):
            assert check_side_wagers(readings, seed, payout_limit=limit, pays=pays)


@pytest.mark.parametrize("limit", ["5", "40"])
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
@pytest.mark.parametrize("winners", ["in_turn", "divided"])
def test_a_meter_that_started_below_its_reset_amount_and_may_pay_nothing(winners, hot_spot, limit):
    readings = {"payout_limit": "with_progressive", "meter_winners": winners, "hot_spot": hot_spot}
    for seed in range(3):
        assert check_side_wagers(readings, seed, payout_limit=limit, pays=upside_down, reset="20000")


@pytest.mark.parametrize("small", ["one_fifth", "no_progressive", "own_table"])
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
@pytest.mark.parametrize("winners", ["in_turn", "divided"])
def test_small_wagers_beside_full_ones_at_the_wheel(winners, hot_spot, small):
    readings = {"meter_winners": winners, "hot_spot": hot_spot, "one_dollar_spin": small}
    assert sum(check_side_wagers(readings, seed) for seed in range(2))


# the bank

BANK_READINGS: Final = (
    "bank_exhausted",
    "bank_start",
    "short_bank_at_war",
    "primary_wager_at_war",
    "choice_timing",
)


@settings(max_examples=150)
@given(st.data(), st.sampled_from([1, 3, 7, 10, 15, 22, 30, 41, 60, 100]), st.integers(0, 10**6))
def test_a_small_bank(data, units, seed):
    file = source("california")
    readings = {
        name: data.draw(st.sampled_from(sorted(each.choices)), label=name)
        for name, each in file.readings.items()
        if name in BANK_READINGS or data.draw(st.booleans())
    }
    rules = shrunk(file.book(readings), 2)
    free = data.draw(st.sampled_from([1, 3, 5]))
    hands = {seat: wagers(rules, seat) for seat in range(1, 6) if seat != free}
    agree(rules, hands, seed, bank=(free, units * rules.chip * 7))


# the electronic version


@pytest.mark.parametrize("cards", [3, 5, 7])
@pytest.mark.parametrize("readings", readings_of("maryland"), ids=str)
def test_the_electronic_version(readings, cards):
    rules = shrunk(source("maryland").book(readings), 3, electronic=ElectronicChoices(community_cards=cards))
    law = rules.book.electronic
    assert law is not None
    backed = {
        Backing.ANY: ({1, 2}, {2, 3}, {3}),
        Backing.ONE: ({1}, {3}, {3}),
        Backing.ALL: ((*range(1, cards + 1),),) * 3,
    }
    hands = {
        terminal * PLACES + card: wagers(rules, terminal)
        for terminal, cards_backed in enumerate(backed[law.backing.value], 1)
        for card in sorted(cards_backed)
    }
    assert agree(rules, hands, 1)


# any combination of readings, and rulebooks that nobody wrote


@settings(max_examples=60)
@given(any_readings(), st.integers(0, 10**6), st.sampled_from([2, 4, 13]))
def test_any_combination_of_readings(book, seed, ranks):
    rules = shrunk(book, ranks)
    hands = seats(rules)
    agree(rules, hands, seed, **banked(rules, hands))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(own_values(), st.integers(0, 10**6), st.sampled_from([1, 2, 4]))
def test_rulebooks_that_nobody_wrote(values, seed, ranks):
    try:
        book = RulebookFile("made_up.toml", "", values, {}).book()
        rules = shrunk(book, min(ranks, len(book.cards.ranking.value)))
    except (InputError, HouseError):
        return
    agree(rules, seats(rules, 3), seed)


@settings(max_examples=60)
@given(st.data(), st.integers(0, 10**6), st.sampled_from([None, "5", "40", "700", "20000"]))
def test_side_wagers_under_any_combination_of_readings(data, seed, limit):
    readings = {
        name: data.draw(st.sampled_from(sorted(each.choices)), label=name)
        for name, each in source("maryland").readings.items()
    }
    check_side_wagers(readings, seed, payout_limit=limit)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(own_values(), st.data(), st.integers(0, 10**6))
def test_banked_rulebooks_that_nobody_wrote(values, data, seed):
    readings = {
        name: data.draw(st.sampled_from(sorted(source("california").readings[name].choices)), label=name)
        for name in BANK_READINGS[:3]
    }
    try:
        values["wagers"].get("war_tie", {}).pop("equal", None)
        book = RulebookFile("made_up.toml", "", values, {}).book()
        book = banked_instead(book, source("california").book(readings))
        rules = shrunk(book, min(2, len(book.cards.ranking.value)), seats=4)
    except (InputError, HouseError):
        return
    hands = {seat: wagers(rules, seat) for seat in (1, 2, 4)}
    units = data.draw(st.sampled_from([1, 4, 9, 12, 20, 33, 70]))
    agree(rules, hands, seed, bank=(3, units * rules.chip * 5))


@pytest.mark.parametrize(
    "term",
    [
        "INITIAL_PAYS",
        "TIE_PAYS",
        "FORFEITS",
        "TIMES",
        "BURN",
        "DEALER_FIRST",
        "EVERY_HAND",
        "CHIP_BACK",
        "GOES_TO",
        "SPIN_CHIP_BACK",
        "ENVY_EACH_HAND",
        "ENVY_ONCE",
        "SHARE_BY_WAGER",
        "READS_AT_SEAT",
    ],
)
def test_a_wrong_term_is_found(term, monkeypatch):
    made = FullTable.of

    def with_a_mistake(*args: Any, **also: Any) -> FullTable:
        table = made(*args, **also)
        terms = list(table.terms)
        terms[getattr(t, term)] ^= 1
        return replace(table, terms=tuple(terms))

    monkeypatch.setattr(FullTable, "of", with_a_mistake)
    with pytest.raises((AssertionError, NotSimulated)):
        _ = [check_side_wagers(SIZES, seed, pays=upside_down) for seed in range(6)]
