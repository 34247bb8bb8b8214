"""The full path by itself: blocks, standard errors, depth, meters, the counter, and what it refuses."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from casinowar.game.book.house import House, Limit
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Made
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds import wagers as odds
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import names, open_rulebook
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.kernel import FIGURES, NET, SURRENDERED, WARS, WIDTH
from casinowar.simulation.full.shoe import below
from casinowar.simulation.full.table import FROM_A_METER, FullTable
from casinowar.simulation.full.tally import FullTally, Tallied
from casinowar.simulation.plain.table import NotSimulated, OnTie
from tests.agreement.playing import shrunk
from tests.support.settled_shoes import settle
from tests.support.varieties import RULEBOOKS

TEN = {Wager.INITIAL: 10_00}
BOTH = {Wager.INITIAL: 10_00, Wager.TIE: 5_00}


def rules_of(name: str, **choices) -> Rules:
    return Rules(open_rulebook(name).book(), House(**choices))


def table_of(rules: Rules, seats: int = 5, sizes: dict[Wager, int] = BOTH, **also) -> FullTable:
    if rules.book.bank:
        also["bank"] = (seats + 1, 10**9)
    return FullTable.of(rules, dict.fromkeys(range(1, seats + 1), sizes), **also)


@pytest.mark.parametrize("name", names())
def test_edges_are_those_of_the_exact_odds(name):
    rules = rules_of(name)
    for strategy, same in ((OnTie.WAR, OddsStrategy.WAR), (OnTie.SURRENDER, OddsStrategy.SURRENDER)):
        tally = table_of(rules, strategy=strategy).block(3, 1, shoes=3000)
        exact = odds.initial(rules, Shoe.fresh(rules), same)
        assert near(tally, Tallied.INITIAL, -exact.distribution.mean)
        tie = odds.tie(rules, Shoe.fresh(rules))
        assert tie is not None
        assert near(tally, Tallied.TIE, -tie.distribution.mean)


def near(tally: FullTally, figure: Tallied, exact: Fraction) -> bool:
    edge = tally.edge(figure)
    assert edge is not None
    assert edge.standard_error is not None
    assert 0 < edge.standard_error < 0.02
    return abs(edge.z_score(float(exact)) or 0) < 4.5


def test_a_block_is_the_same_whoever_deals_it():
    table = table_of(rules_of("maryland"))
    assert table.block(7, 3) == table.block(7, 3)
    assert table.block(7, 3) != table.block(7, 4)
    assert table.block(7, 3) != table.block(8, 3)


def test_blocks_add_up():
    table = table_of(rules_of("wisconsin"), depths=3)
    one, two = table.block(1, 0, shoes=20), table.block(1, 1, shoes=30)
    both = one + two
    assert both.shoes == 50
    assert both.rounds == one.rounds + two.rounds
    assert both.total.net(t.INITIAL) == one.total.net(t.INITIAL) + two.total.net(t.INITIAL)
    assert FullTally() + one == one


def test_depths_make_the_whole():
    tally = table_of(rules_of("maryland"), depths=4).block(1, 0, shoes=50)
    for figure in range(FIGURES):
        assert sum(each.figures[figure] for each in tally.by_depth) == tally.total.figures[figure]
    *front, behind_the_cover_card = (each.rounds for each in tally.by_depth)
    assert min(front) > 10 * behind_the_cover_card


def test_so_many_rounds_and_no_more():
    table = table_of(rules_of("south_dakota"))
    tally = table.block(1, 0, shoes=1000, rounds=777)
    assert tally.rounds == 777
    assert 15 < tally.shoes < 30


def test_what_is_put_down_is_counted():
    tally = table_of(rules_of("maryland"), 3).block(1, 0, shoes=10)
    assert tally.total.placed(t.INITIAL) == 3 * 10_00 * tally.rounds
    assert tally.total.placed(t.TIE) == 3 * 5_00 * tally.rounds
    assert 0 < tally.total.placed(t.WAR) < tally.total.placed(t.INITIAL)


# choices


def test_a_table_says_which_ranks_go_to_war():
    rules = rules_of("maryland")
    for everybody, strategy in ((True, OnTie.WAR), (False, OnTie.SURRENDER)):
        by_table, always = (table_of(rules, strategy=each) for each in ([[everybody]] * 13, strategy))
        assert by_table.block(1, 1) == always.block(1, 1)
        assert table_of(rules, strategy=[[False]] * 11 + [[True]] * 2).block(1, 1) != always.block(1, 1)


def test_a_table_of_choices_has_a_row_for_each_rank():
    with pytest.raises(InputError, match="13 rows"):
        table_of(rules_of("maryland"), strategy=[[True]])


def test_the_counter_of_the_tie_wager():
    rules = rules_of("maryland")
    never, always = (table_of(rules, counter=Fraction(share)).block(1, 0) for share in (2, 0))
    assert never.total.placed(t.TIE) == 0
    assert always.total == table_of(rules).block(1, 0).total
    some = table_of(rules, counter=Fraction(83, 100)).block(1, 0, shoes=3000)
    assert 0 < some.total.placed(t.TIE) < some.total.placed(t.INITIAL) / 2 * Fraction(9, 10)
    edge, fixed = some.edge(Tallied.TIE), table_of(rules).block(1, 0, shoes=3000).edge(Tallied.TIE)
    assert edge is not None
    assert fixed is not None
    assert edge.value < fixed.value


def test_a_counter_sees_a_shoe_full_of_ties():
    rules = rules_of("maryland")
    table = FullTable.of(rules, {1: BOTH}, counter=Fraction(9, 10))
    few = [card for card in rules.cards() if card[0] in "AK"]
    many = [card for card in rules.cards() if card[0] not in "AK"]
    settled = settle(table, [*many[:230], *few, *many[230:]])
    wagered = settled.nets[:, 0, t.TIE] != 0
    assert not wagered[:60].any()
    assert wagered[-1]


# meters


def offering(initial: str = "10000") -> Rules:
    meter = MeterChoices(rate="12%", initial=initial, reset="10000")
    return rules_of("maryland", progressive=ProgressiveChoices(meter=meter))


CHIP = {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}


def test_the_meter_is_live():
    tally = table_of(offering(), 7, CHIP).block(5, 0, shoes=20_000)
    won = [win.showed for win in tally.wins]
    assert {win.meter for win in tally.wins} == {0}
    assert len(won) > 3
    assert tally.total.net(t.METER) == sum(won)
    raised = tally.total.placed(t.PROGRESSIVE) * 12 // 100
    assert tally.standing[0].progressive == 10_000_00 + raised - sum(won) + 10_000_00 * len(won)
    assert tally.standing[0].rounds == tally.rounds
    meter = tally.meters[0]
    assert (meter.wins, meter.won, meter.largest) == (len(won), sum(won), max(won))
    assert 10_000_00 < tally.average_meter(0) < max(won)


def test_the_average_meter_is_what_it_showed_round_by_round():
    table = table_of(offering(), 1, CHIP)
    tally = table.block(5, 0, rounds=4)
    assert tally.average_meter(0) == 10_000_00 + Fraction(60 + 120 + 180 + 240, 4)


def test_a_block_goes_on_with_the_meters_of_another():
    table = table_of(offering(), 7, CHIP)
    first = table.block(5, 0, shoes=10)
    assert first.standing[0].progressive > 10_000_00
    second = table.block(5, table.tables, shoes=10, standing=first.standing[0])
    assert second.standing[0].progressive > first.standing[0].progressive or second.wins
    assert second.standing[0].rounds == first.rounds + second.rounds


def test_tables_without_meters_do_not_wait_for_each_other():
    assert table_of(rules_of("maryland")).tables == 0
    assert table_of(offering(), 7, CHIP, tables=3).tables == 3


# net results


def test_every_hand_ends_at_a_net_result():
    table = table_of(rules_of("maryland"), 3, TEN)
    tally = table.block(1, 0, shoes=200) + table.block(1, 1, shoes=200)
    counts = {net: tally.nets.total(net) for net in tally.nets.parts}
    assert set(counts) == {-20_00, -10_00, 10_00, 20_00}
    assert sum(counts.values()) == tally.nets.whole == 3 * tally.rounds
    money = sum(net * times for net, times in counts.items())
    assert money == sum(tally.total.net(kind) for kind in range(t.KINDS))
    exact = dict(odds.initial(rules_of("maryland"), Shoe.fresh(rules_of("maryland"))).distribution.outcomes)
    tally = sum((table.block(2, number, shoes=100) for number in range(40)), FullTally())
    for net, chance in exact.items():
        share = tally.nets.share(int(net * 10_00))
        assert share is not None
        assert share.standard_error is not None
        assert abs(share.z_score(float(chance)) or 0) < 4.5


def test_hands_that_a_meter_paid_are_counted_together():
    tally = table_of(offering(), 7, CHIP).block(5, 0, shoes=20_000)
    assert tally.nets.total(FROM_A_METER) == len(tally.wins)
    assert sum(sums[0] for sums in tally.nets.parts.values()) == 7 * tally.rounds


# decks


def test_as_many_decks_as_wanted():
    rules = rules_of("maryland")
    table = FullTable.of(rules, {1: TEN}, decks=2)
    assert len(table.cards) == 104
    tally = table.block(3, 1, shoes=20_000)
    exact = odds.initial(rules, Shoe.fresh(rules, 2))
    assert near(tally, Tallied.INITIAL, -exact.distribution.mean)


# chance


def test_numbers_below_a_bound_are_as_likely_as_each_other():
    table = table_of(rules_of("maryland")).opened(1, 1)
    counts = np.bincount([below(table, 7) for _ in range(70_000)], minlength=7)
    assert len(counts) == 7
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 25


# refusals


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ({}, "at least one hand"),
        ({1: {}}, "needs an initial wager"),
        ({9: TEN}, "no hand 9"),
        ({101: TEN}, "no hand 101"),
        ({1: {Wager.INITIAL: 10_01}}, "settled exactly"),
        ({1: {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}}, "no progressive wager"),
    ],
)
def test_hands_that_cannot_be(hands, said):
    with pytest.raises(InputError, match=said):
        FullTable.of(rules_of("maryland", seats=7), hands)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ({Wager.INITIAL: 4_00}, "5.00 to"),
        ({Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 6_00}, "progressive wager is"),
    ],
)
def test_wagers_that_the_table_does_not_take(sizes, said):
    limits = {Wager.INITIAL: Limit(minimum="5", maximum="1000")}
    meter = MeterChoices(rate="12%", initial="10000", reset="10000")
    rules = rules_of("maryland", limits=limits, progressive=ProgressiveChoices(meter=meter))
    with pytest.raises(InputError, match=said):
        FullTable.of(rules, {1: sizes})


@pytest.mark.parametrize(
    "sizes",
    [
        {Wager.INITIAL: 10_00},
        {Wager.INITIAL: 10_00, Wager.TIE: 5_00},
        {Wager.INITIAL: 10_00, Wager.TIE: 10_00, Wager.WAR_TIE: 6_00},
    ],
)
def test_wagers_that_go_with_each_other(sizes):
    own = Path(__file__).parents[1] / "rulebooks" / "own" / "tied_wagers.toml"
    with pytest.raises(InputError, match="tie wager"):
        FullTable.of(rules_of(str(own)), {1: sizes})


def test_an_equal_tie_wager_may_be_left_out_where_it_is_not_required():
    book = open_rulebook("maryland").book()
    assert book.wagers.tie is not None
    equal = replace(book.wagers, tie=replace(book.wagers.tie, equal=True))
    rules = Rules(replace(book, wagers=equal))
    for tie in (0, 10_00):
        FullTable.of(rules, {1: {Wager.INITIAL: 10_00, Wager.TIE: tie}})
    with pytest.raises(InputError, match="as large as that"):
        FullTable.of(rules, {1: {Wager.INITIAL: 10_00, Wager.TIE: 5_00}})


def dealer_wins(made: Made) -> Rules:
    """Offer a wager on the dealer's card, and a tie wager beside an initial one."""
    book = open_rulebook(str(RULEBOOKS / "examples" / "either_card.toml")).book()
    law = book.wagers.dealer_wins
    assert law is not None
    return Rules(replace(book, wagers=replace(book.wagers, dealer_wins=replace(law, made=made))))


@pytest.mark.parametrize(
    ("made", "sizes", "said"),
    [
        (
            Made.INSTEAD,
            {Wager.INITIAL: 10_00, Wager.DEALER_WINS: 10_00},
            "The dealer wins wager is made instead of an initial wager, not beside one.",
        ),
        (
            Made.WITH_OR_WITHOUT,
            {Wager.DEALER_WINS: 10_00, Wager.TIE: 10_00},
            "The tie wager needs an initial wager.",
        ),
    ],
)
def test_wagers_with_and_without_an_initial_one(made, sizes, said):
    rules = dealer_wins(made)
    with pytest.raises(InputError) as refused:
        FullTable.of(rules, {1: sizes})
    assert str(refused.value) == said
    assert FullTable.of(rules, {1: {Wager.DEALER_WINS: 10_00}, 2: {**TEN, Wager.TIE: 10_00}}).seats == 2


def test_deals_for_the_tie_wager_alone_are_no_wars():
    book = open_rulebook(str(RULEBOOKS / "examples" / "ties_in_a_row.toml")).book()
    table = FullTable.of(shrunk(book, 1, least_units=1), {1: {Wager.INITIAL: 10_00, Wager.TIE: 10_00}})
    each = np.zeros((5, WIDTH), np.int64)
    table.block(1, 0, rounds=5, each=each)
    assert each[:, [WARS, SURRENDERED, NET]].tolist() == [[1, 0, 10_00 * (2 + 50)]] * 5


@pytest.mark.parametrize(("strategy", "chosen"), [(OnTie.WAR, [1, 0]), (OnTie.SURRENDER, [0, 1])])
def test_a_tie_hand_chooses_once_unless_nothing_of_it_stands(strategy, chosen):
    book = open_rulebook("california").book({"short_bank_at_war": "whole_unit_only"})
    rules = shrunk(book, 1, smallest_chip="0.01")
    for bank, expected in ((40, [0, 0]), (400, chosen)):
        kernel = FullTable.of(rules, {1: {Wager.INITIAL: 50}}, strategy=strategy, bank=(3, bank))
        each = np.zeros((2, WIDTH), np.int64)
        kernel.block(1, 0, rounds=2, each=each)
        assert each[:, [WARS, SURRENDERED]].tolist() == [expected] * 2


@pytest.mark.parametrize("bank", [(0, 0), (1, 100_00)])
def test_a_bank_needs_chips_and_a_seat(bank):
    with pytest.raises(InputError, match="player/dealer"):
        FullTable.of(rules_of("california"), {1: TEN}, bank=bank)


def test_wagers_too_large_for_exact_sums():
    with pytest.raises(NotSimulated, match="so large"):
        table_of(rules_of("maryland"), 5, {Wager.INITIAL: 10**9}).block(1, 0)
