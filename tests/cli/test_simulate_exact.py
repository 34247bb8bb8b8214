"""The exact figures beside simulated ones: held against the full kernel, and against the odds by hand."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.book.war import Again
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.cover_card import long_run
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.progressive import progressive
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import initial, initial_by_rank
from casinowar.reports.run import exact as module
from casinowar.reports.run.exact import AVERAGE_METER, FRESH_SHOE, LONG_RUN, Exact, Meters
from casinowar.rulebooks import load_rules, load_sample
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally, Tallied
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Request
from casinowar.simulation.strategies import TieStrategy
from tests.support.varieties import source

OWN = Path(__file__).parents[1] / "rulebooks" / "own"
TEN = {Wager.INITIAL: 10_00}
TIES = TEN | {Wager.TIE: 10_00, Wager.WAR_TIE: 10_00}
SIDES = TEN | {Wager.PROGRESSIVE: 5_00, Wager.BONUS_SPIN: 5_00}
METERS = (Fraction(10_000_00), Fraction(10_000_00), Fraction(5_000_00))
PLENTY = 10**9


def exact(
    rules: Rules,
    odds: OddsStrategy | None = OddsStrategy.WAR,
    meters: Meters | None = METERS,
    **said,
) -> dict[str, Exact]:
    """Find the exact figures of one seat with a wager of ten dollars, unless something else is said."""
    alone = Request(
        rulebook=rules.book.name,
        title=rules.book.title,
        decks=rules.decks,
        seats=1,
        strategy=TieStrategy(name="any", simple=None, choosing=(), odds=odds and str(odds)),
        wagers=TEN,
        player_banks=rules.book.bank is not None,
        bank=PLENTY,
        rounds=1,
    )
    return module.exact(rules, replace(alone, **said), meters=meters)


def maryland(**readings: str) -> Rules:
    return load_rules("maryland", load_sample("maryland"), readings)


def offered(rules: Rules) -> dict[Wager, int]:
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    return TEN | {wager: 10_00 for wager, law in laws.items() if law}


def own(folder: Path, before: str, after: str) -> Rules:
    """Fight wars again by other rules."""
    text = (OWN / "again_at_a_price.toml").read_text()
    assert before in text
    file = folder / "own.toml"
    file.write_text(text.replace(before, after))
    return load_rules(str(file))


# against the kernel


def compare(
    rules: Rules,
    wagers: dict[Wager, int],
    seats: int,
    strategy: OnTie = OnTie.WAR,
    bank: int | None = None,
    shoes: int = 2_500,
) -> dict[str, str]:
    """Simulate four blocks, hold every figure against the exact one, and say which these are."""
    chips = bank or PLENTY if rules.book.bank else None
    hands = dict.fromkeys(range(1, seats + 1), wagers)
    table = FullTable.of(rules, hands, strategy=strategy, bank=(rules.seats, chips) if chips else (0, 0))
    tally = FullTally()
    for block in range(4):
        tally += table.block(5, block, shoes=shoes)
    one, two, three = (tally.average_meter(meter) for meter in range(3))
    odds = OddsStrategy(str(strategy))
    found = exact(rules, odds, (one, two, three), seats=seats, wagers=wagers, bank=chips)
    for figure in Tallied:
        edge = tally.edge(figure)
        if figure in found and edge and edge.standard_error:
            assert abs(edge.z_score(float(found[figure].value)) or 0) < 4.5, figure
    return {name: each.what for name, each in found.items() if tally.edge(Tallied(name)) is not None}


@pytest.mark.parametrize("name", ["wisconsin", "washington", "south_dakota", "california"])
def test_plain_tables(name):
    rules = load_rules(name)
    wagers = offered(rules)
    assert compare(rules, wagers, 1) == dict.fromkeys(wagers, LONG_RUN)
    assert compare(rules, wagers, 5) == dict.fromkeys(wagers, FRESH_SHOE)
    surrendered = compare(rules, wagers, 3, OnTie.SURRENDER)
    assert surrendered == dict.fromkeys(("initial", "tie"), FRESH_SHOE)


@pytest.mark.parametrize("name", ["again_at_a_price", "again_for_free"])
def test_wars_fought_again(name):
    rules = load_rules(str(OWN / f"{name}.toml"))
    wagers = offered(rules)
    assert compare(rules, wagers, 1) == dict.fromkeys(wagers, LONG_RUN)
    assert compare(rules, wagers, 5) == dict.fromkeys(wagers, FRESH_SHOE)


@pytest.mark.parametrize("seats", [1, 4])
def test_tie_wagers_that_grow_with_each_war(tmp_path, seats):
    rules = own(tmp_path, '"50 to 1"],', '"50 to 1"], equal = true,')
    assert compare(rules, TIES, seats, shoes=10_000)["war_tie"] == FRESH_SHOE


def test_side_wagers_with_live_meters():
    compared = compare(maryland(), SIDES, 7, shoes=10_000)
    assert compared["progressive"] == compared["bonus_spin"] == AVERAGE_METER
    assert compared["envy"] == FRESH_SHOE


@pytest.mark.parametrize("hot_spot", ["every_position", "each_spin"])
def test_the_wheel_as_it_may_be_read(hot_spot):
    assert compare(maryland(hot_spot=hot_spot), SIDES, 3)["bonus_spin"] == AVERAGE_METER


@pytest.mark.parametrize("reading", ["paid", "lost"])
def test_the_progressive_after_surrender(reading):
    rules = maryland(progressive_after_surrender=reading)
    assert compare(rules, SIDES, 3, OnTie.SURRENDER)["progressive"] == AVERAGE_METER


@pytest.mark.parametrize(("seats", "bank"), [(1, 5_00), (3, 20_00), (4, 45_00)])
def test_a_bank_that_may_not_cover_all(seats, bank):
    rules = load_rules("california")
    assert compare(rules, TEN, seats, bank=bank) == {"initial": FRESH_SHOE}
    assert compare(rules, TEN, seats, OnTie.SURRENDER, bank=bank) == {"initial": FRESH_SHOE}


@pytest.mark.parametrize("numbers", [(101,), (101, 102, 103, 201, 202, 203)])
def test_terminals(numbers):
    rules = Rules(maryland().book, House(electronic=ElectronicChoices(community_cards=3), seats=7))
    tally = FullTable.of(rules, dict.fromkeys(numbers, TIES)).block(5, 0, shoes=5_000)
    found = exact(rules, seats=len({number // 100 for number in numbers}), wagers=TIES)
    assert {name: each.what for name, each in found.items()} == dict.fromkeys(TIES, FRESH_SHOE)
    for figure in (Tallied.INITIAL, Tallied.TIE, Tallied.WAR_TIE):
        edge = tally.edge(figure)
        assert edge
        assert edge.standard_error
        assert abs(edge.z_score(float(found[figure].value)) or 0) < 4.5


# against the odds


def test_one_seat_has_the_long_run_and_several_a_fresh_shoe():
    rules = load_rules("maryland")
    whole = long_run(rules, decks=8)
    assert whole.tie is not None
    assert whole.war_tie is not None
    assert exact(rules, decks=8) == {
        "initial": Exact(whole.initial, LONG_RUN),
        "tie": Exact(whole.tie, LONG_RUN),
        "war_tie": Exact(whole.war_tie, LONG_RUN),
    }
    fresh = {"initial": (23138, 993023), "tie": (58, 311), "war_tie": (2974, 15965)}
    several = {name: Exact(Fraction(*edge), FRESH_SHOE) for name, edge in fresh.items()}
    assert exact(rules, seats=2) == several
    assert exact(rules, decks=20)["initial"].what == FRESH_SHOE
    again = load_rules(str(OWN / "again_for_free.toml"))
    assert [exact(again, decks=decks)["initial"].what for decks in (6, 8)] == [LONG_RUN, FRESH_SHOE]


def test_the_best_strategy_where_wars_are_fought_again():
    rules = load_rules(str(OWN / "again_at_a_price.toml"))
    best = exact(rules, odds=OddsStrategy.BEST)
    edge = initial(rules, Shoe.fresh(rules), OddsStrategy.BEST).house_edge
    assert best["initial"] == Exact(edge, FRESH_SHOE)


def test_choices_that_vary_by_rank_on_the_first_tie():
    rules = load_rules("washington")
    aces = (*[(True,)] * 12, (False,))
    by_rank = TieStrategy(name="own", simple=None, choosing=aces, odds=None)
    edge = initial_by_rank(rules, Shoe.fresh(rules), "A", 10_00).house_edge
    assert exact(rules, strategy=by_rank)["initial"] == Exact(edge, FRESH_SHOE)
    again = load_rules(str(OWN / "again_for_free.toml"))
    wars = again.most_wars
    later = replace(by_rank, choosing=((True,) * wars,) * 12 + ((True,) * (wars - 1) + (False,),))
    assert "initial" not in exact(again, strategy=later)
    first = replace(by_rank, choosing=((True,) * wars,) * 12 + ((False,) + (True,) * (wars - 1),))
    assert exact(again, strategy=first)["initial"].what == FRESH_SHOE


def test_each_meter_counts_by_what_it_shows_on_average():
    rules, shows = maryland(), (12_345_67, 10_111_11, 5_432_10)
    found = exact(rules, seats=3, wagers=SIDES, meters=shows)
    odds = progressive(rules, Shoe.fresh(rules), meter=shows[0])
    assert odds is not None
    assert found["progressive"] == Exact(odds.house_edge, AVERAGE_METER)
    spins = bonus_spin(rules, Shoe.fresh(rules), (1, 2, 3), meters=shows[1:])
    assert found["bonus_spin"] == Exact(
        sum((each.house_edge for each in spins), Fraction()) / 3, AVERAGE_METER
    )
    assert found["envy"] == Exact(Fraction(-4000, 993023), FRESH_SHOE)
    one, two, three = (each + 0.5 for each in shows)
    between = exact(rules, seats=3, wagers=SIDES, meters=(one, two, three))
    assert between["progressive"].value == odds.house_edge - Fraction(2, 993023) / 2 / 5_00


@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
@pytest.mark.parametrize("winners", ["in_turn", "divided"])
@pytest.mark.parametrize("size", [1_00, 5_00])
def test_meters_count_in_a_straight_line(hot_spot, winners, size):
    readings = {"hot_spot": hot_spot, "meter_winners": winners, "one_dollar_spin": "one_fifth"}
    house = load_sample("maryland")
    assert house.bonus_spin is not None
    amounts = replace(house.bonus_spin, amounts=("5", "1"))
    rules = load_rules("maryland", replace(house, bonus_spin=amounts), readings)
    for primary, secondary in ((10_000_00, 5_000_00), (2_520_000_00, 5_040_00)):
        meters = (Fraction(0), Fraction(primary), Fraction(secondary))
        found = exact(rules, seats=4, wagers=TEN | {Wager.BONUS_SPIN: size}, meters=meters)
        # One small wager after another takes a share of what the meter shows then, which is filled up.
        if size == 1_00 and (hot_spot == "each_spin" or (hot_spot, winners) == ("every_position", "in_turn")):
            assert "bonus_spin" not in found
            continue
        odds = bonus_spin(rules, Shoe.fresh(rules), (1, 2, 3, 4), wager=size, meters=(primary, secondary))
        edge = sum((each.house_edge for each in odds), Fraction()) / len(odds)
        # What is divided to the cent may leave a cent.
        assert abs(found["bonus_spin"].value - edge) < Fraction(1, 10**6)


# what is left out


def test_choices_of_the_players_own_leave_what_does_not_depend_on_them():
    found = exact(maryland(), odds=None, seats=3, wagers=SIDES)
    assert found.keys() == {"tie", "bonus_spin"}
    assert found["tie"].what == exact(maryland(), odds=None)["tie"].what == FRESH_SHOE


def test_a_counter_leaves_out_the_tie_wager():
    rules = load_rules("maryland")
    assert exact(rules, wagers=TIES, counter="1").keys() == {"initial", "war_tie"}


def test_meters_that_nobody_watched():
    assert exact(maryland(), wagers=SIDES, meters=None).keys() == {
        "initial",
        "tie",
        "war_tie",
        "envy",
    }


def test_what_the_odds_refuse_for_the_best_strategy():
    found = exact(maryland(), odds=OddsStrategy.BEST, wagers=SIDES)
    assert found.keys() == {"initial", "tie", "war_tie", "bonus_spin"}


def limited(counts: str, limit: str, **readings: str) -> Rules:
    return Rules(
        source("maryland").book({"payout_limit": counts, **readings}),
        replace(load_sample("maryland"), payout_limit=limit, readings={}),
    )


def test_a_payout_limit_that_counts_side_wagers():
    found = exact(limited("with_progressive", "50000"), wagers=SIDES)
    assert found.keys() == {"initial", "tie", "war_tie"}
    assert exact(limited("betting_area", "50000"), wagers=SIDES).keys() > {
        "progressive",
        "bonus_spin",
        "envy",
    }


def test_a_payout_limit_for_all_cards_of_a_terminal():
    three = House(electronic=ElectronicChoices(community_cards=3), payout_limit="50000")
    for counts, left in (("betting_area", {"initial", "tie", "war_tie"}), ("player", set())):
        rules = Rules(source("maryland").book({"payout_limit": counts}), three)
        assert exact(rules, seats=2).keys() == left


def test_a_wheel_that_is_paid_before_the_hands_and_counts_against_their_limit():
    for moment, left in (("end_of_round", {"initial", "tie", "war_tie"}), ("dealers_card", set())):
        rules = limited("with_progressive", "50000", bonus_spin_settled=moment)
        assert exact(rules, wagers=SIDES).keys() == left
        assert exact(rules).keys() == {"initial", "tie", "war_tie"}


def test_a_progressive_wager_that_surrender_loses():
    lost = maryland(progressive_after_surrender="lost")
    found = exact(lost, seats=3, odds=OddsStrategy.SURRENDER, wagers=SIDES)
    assert "progressive" in found
    assert "envy" not in found
    assert lost.book.war is not None
    late = replace(lost.book.war, again=Again(wars=2, times=1, forfeits="1/2", clause="1"))
    rules = Rules(replace(lost.book, surrender=None, war=late), replace(lost.house, readings={}))
    assert "progressive" in exact(rules, wagers=SIDES)
    assert "progressive" not in exact(rules, odds=OddsStrategy.SURRENDER, wagers=SIDES)


def test_a_meter_that_one_hand_is_paid_from_twice():
    rules = maryland(hands_paid="every_hand")
    law = rules.book.progressive
    assert law is not None
    assert "progressive" in exact(rules, wagers=SIDES)
    both = tuple(replace(pay, meter=pay.meter or "1/2") for pay in law.pays[:2]) + law.pays[2:]
    book = replace(rules.book, progressive=replace(law, pays=both))
    assert "progressive" not in exact(Rules(book, rules.house), wagers=SIDES)


@pytest.mark.parametrize(("limit", "made"), [("220", True), ("219", False)])
def test_a_payout_limit_that_cuts_one_wager_for_another(limit, made):
    found = exact(limited("betting_area", limit), wagers=TIES)
    assert bool(found) is made
    assert exact(limited("each_wager", limit), wagers=TIES).keys() == {"initial", "tie", "war_tie"}


def test_a_payout_limit_on_each_wager_by_itself(tmp_path):
    rules = limited("each_wager", "50")
    assert compare(rules, TIES, 1) == dict.fromkeys(TIES, LONG_RUN)
    assert exact(rules, seats=2, wagers=TIES)["tie"].value == 1 - 6 * Fraction(23, 311)
    assert exact(rules, seats=2, wagers=TIES)["war_tie"].value == 1 - 6 * Fraction(1181, 15965)
    limit = 'counted = "each wager by itself", clause = "4" }'
    again = own(tmp_path, limit, limit + '\npayout_limit = { value = "each wager by itself", clause = "4" }')
    for most, left in (("800", {"initial", "tie", "war_tie"}), ("799", {"initial", "tie"})):
        assert exact(Rules(again.book, House(payout_limit=most)), wagers=TIES).keys() == left


def test_a_small_bank_leaves_out_tie_wagers(monkeypatch):
    rules = load_rules("california")
    assert exact(rules, seats=3, wagers=TEN | {Wager.TIE: 10_00}, bank=20_00) == {}
    assert exact(rules, seats=3, wagers=TEN | {Wager.TIE: 10_00}, bank=PLENTY).keys() == {
        "initial",
        "tie",
    }
    monkeypatch.setattr(module, "MOST_BANKED_HANDS", 2)
    assert exact(rules, seats=3, bank=20_00) == {}


def test_a_shoe_in_which_a_round_may_not_find_its_cards(tmp_path):
    rules = own(tmp_path, "wars = 3", "wars = 20")
    assert exact(rules).keys() == {"initial", "tie", "war_tie"}
    assert exact(rules, decks=1) == {}
