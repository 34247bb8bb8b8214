"""Progressive and bonus wheel in the full kernel, drawn by its own numbers and held to the exact odds."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, OwnPay, Segment, Wheel
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.progressive import progressive
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_house, open_rulebook
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.hands import hand_rows
from casinowar.simulation.full.table import FROM_A_METER, FullTable
from casinowar.simulation.full.tally import FullTally, Tallied
from casinowar.simulation.plain.table import OnTie
from tests.agreement.playing import shrunk
from tests.support.varieties import RULEBOOKS

SAMPLE = load_house(str(RULEBOOKS / "houses" / "maryland.toml"))
CHIP = {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}
SPIN = {Wager.INITIAL: 10_00, Wager.BONUS_SPIN: 5_00}


@pytest.mark.parametrize(
    "readings", [{}, {"suited_double_tie": "one_suit"}, {"hands_paid": "every_hand"}], ids=str
)
def test_the_progressive(readings):
    meter = MeterChoices(rate="12%", initial="10000", reset="10000")
    rules = Rules(
        open_rulebook("maryland").book(readings), House(progressive=ProgressiveChoices(meter=meter))
    )
    table = FullTable.of(rules, dict.fromkeys((1, 2, 3, 4, 5), CHIP))
    tally = table.block(11, 1, shoes=30_000)
    exact = progressive(rules, Shoe.fresh(rules), OddsStrategy.WAR)
    assert exact is not None
    wagers = tally.total.placed(t.PROGRESSIVE) // 5_00
    fixed = 1 + tally.total.net(t.PROGRESSIVE) / tally.total.placed(t.PROGRESSIVE)
    assert fixed == pytest.approx(float(exact.fixed_return), abs=5 * deviation(tally, t.PROGRESSIVE))
    expected = wagers * float(exact.meter_chance)
    assert abs(len(tally.wins) - expected) < 5 * sqrt(expected)
    assert tally.total.net(t.ENVY) == len(tally.wins) * 4 * 5_000_00


def deviation(tally: FullTally, kind: int) -> float:
    """Tell how far chance may carry the average of one kind, from its squares."""
    place = 1 + kind
    square = tally.total.products[place * (1 + t.KINDS + t.PLACED_KINDS) + place]
    return sqrt(square) / tally.total.placed(kind)


@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
@pytest.mark.parametrize("symbols", ["independent", "paired"])
def test_the_wheel(hot_spot, symbols):
    assert SAMPLE.bonus_spin is not None
    house = House(bonus_spin=SAMPLE.bonus_spin, seats=7)
    book = open_rulebook("maryland").book({"hot_spot": hot_spot, "wheel_symbols": symbols})
    rules = Rules(book, house)
    positions = (1, 2, 3)
    tally = FullTable.of(rules, dict.fromkeys(positions, SPIN)).block(2, 1, shoes=10_000)
    told = bonus_spin(rules, Shoe.fresh(rules), positions)
    exact = sum(float(odds.fixed_return) for odds in told) / len(positions)
    fixed = 1 + tally.total.net(t.BONUS_SPIN) / tally.total.placed(t.BONUS_SPIN)
    assert fixed == pytest.approx(exact, abs=5 * deviation(tally, t.BONUS_SPIN))
    chance = sum(float(sum(odds.meter_chances)) for odds in told)
    assert abs(len(tally.wins) - chance * tally.rounds) < 5 * sqrt(chance * tally.rounds * len(positions))
    assert tally.edge(Tallied.BONUS_SPIN) is not None


# the wheel's own draws, a few rounds at a table where nothing else happens

SIZES = {1: 10_00, 2: 24_00, 3: 40_00}
"""What the three hands wager on the game, by which their results can be told apart."""
HOT_SPOT = {"primary jackpot": 1, "secondary jackpot": 1, "$600": 2, "$200": 2}
COMMUNITY = {"$150": 1, "$100": 8, "$75": 1}


def wheel(weights: Mapping[str, int]) -> Wheel:
    segments = tuple(Segment(symbol=symbol, weight=weight) for symbol, weight in weights.items())
    return Wheel(stops=sum(weights.values()), segments=segments)


def always_spinning(readings: Mapping[str, str], hot_spot: Mapping[str, int] = HOT_SPOT) -> Rules:
    """Offer a wheel that every card starts, at a table of aces, with few community pays."""
    book = open_rulebook("maryland").book({"designated_cards": "several", **readings})
    assert book.bonus_spin is not None
    book = replace(book, bonus_spin=replace(book.bonus_spin, community=book.bonus_spin.community[:3]))
    own = "one_dollar_spin" in readings
    offered = BonusSpinChoices(
        cards=(Designated(rank="ace", color="red"), Designated(rank="ace", color="black")),
        hot_spot=wheel(hot_spot),
        community=None if readings.get("wheel_symbols") == "paired" else wheel(COMMUNITY),
        positions=(1, 50, 3),
        primary=MeterChoices(rate="8%", initial="10000", reset="10000"),
        secondary=MeterChoices(rate="4%", initial="6000", reset="5000"),
        amounts=("5", "1") if own else (),
        small_wager_pays=(
            OwnPay(symbol="$600", hot_spot="77"),
            OwnPay(symbol="$100", community="11"),
        )
        if own
        else (),
    )
    return shrunk(book, 1, 2, seats=3, bonus_spin=offered, least_units=1)


def spun(rules: Rules, chip: int, rounds: int = 60) -> FullTally:
    """Let two of three hands wager on the wheel, and all surrender half, for every card ties."""
    hands = {seat: {Wager.INITIAL: size} for seat, size in SIZES.items()}
    for seat in (1, 3):
        hands[seat][Wager.BONUS_SPIN] = chip
    return FullTable.of(rules, hands, strategy=OnTie.SURRENDER).block(4, 1, rounds=rounds)


@pytest.mark.parametrize(
    ("chip", "readings"),
    [
        (5_00, {"hot_spot": "one_position"}),
        (5_00, {"hot_spot": "one_position", "wheel_symbols": "paired"}),
        (5_00, {"hot_spot": "every_position"}),
        (5_00, {"hot_spot": "each_spin"}),
        (1_00, {"one_dollar_spin": "own_table"}),
    ],
    ids=str,
)
def test_the_wheel_stops_as_often_as_its_weights_say(chip, readings):
    rules = always_spinning(readings)
    tally = spun(rules, chip)
    counts = {net: tally.nets.total(net) for net in tally.nets.parts if tally.nets.total(net)}
    assert counts.pop(-SIZES[2] // 2) == tally.rounds
    from_meters = 0.0
    for odds in bonus_spin(rules, Shoe.fresh(rules), (1, 3), wager=chip):
        for net, chance in odds.distribution.outcomes:
            if net * chip > 1_000_00:
                from_meters += chance
            else:
                found = counts.pop(int(net * chip) - SIZES[odds.position] // 2, 0)
                spread = sqrt(tally.rounds * chance * (1 - chance))
                assert abs(found - tally.rounds * chance) <= 4 * spread
    assert counts.pop(FROM_A_METER, 0) == len(tally.wins)
    assert abs(len(tally.wins) - tally.rounds * from_meters) <= 8 * sqrt(tally.rounds * from_meters)
    assert not counts


def test_what_the_wheels_meters_show_when_they_are_won():
    tally = spun(always_spinning({}), 5_00)
    for meter, (starts, resets, grows) in {
        1: (10_000_00, 10_000_00, 80),
        2: (6_000_00, 5_000_00, 40),
    }.items():
        wins = [win for win in tally.wins if win.meter == meter]
        before, shows, expected = 0, starts, []
        for win in wins:
            expected.append(shows + grows * (win.round - before))
            before, shows = win.round, resets
        assert [win.showed for win in wins] == expected
        assert len(wins) > 3
        noted = tally.meters[meter]
        assert (noted.wins, noted.won, noted.largest) == (len(wins), sum(expected), max(expected))
    assert tally.total.net(t.SPIN_METERS) == sum(win.showed for win in tally.wins)


def test_the_average_of_the_wheels_meters():
    tally = spun(always_spinning({}, {"$600": 1}), 5_00, rounds=4)
    assert tally.average_meter(1) == 10_000_00 + 80 * Fraction(1 + 2 + 3 + 4, 4)
    assert tally.average_meter(2) == 6_000_00 + 40 * Fraction(1 + 2 + 3 + 4, 4)


def test_each_hand_has_the_weight_of_its_position():
    assert SAMPLE.bonus_spin is not None
    spin = replace(SAMPLE.bonus_spin, positions=(5, 3, 2, 1, 1, 1, 1))
    rules = Rules(open_rulebook("maryland").book(), replace(SAMPLE, bonus_spin=spin, seats=7))
    rows = hand_rows(rules, {1: SPIN, 3: SPIN}, {})
    assert [row[t.WEIGHT] for row in rows] == [5, 2]


def test_a_meter_that_two_positions_divide_restarts_after_the_second():
    """Two chips of $5 add forty cents to $6,000; the second winner finds half of it, and $5,000 come next."""
    rules = always_spinning(
        {"hot_spot": "every_position", "meter_winners": "divided"}, {"secondary jackpot": 1}
    )
    tally = spun(rules, 5_00, rounds=2)
    shown = [(win.round, win.showed) for win in tally.wins]
    assert shown == [(1, 6_000_40), (1, 3_000_20), (2, 5_000_40), (2, 2_500_20)]
    assert tally.total.net(t.SPIN_METERS) == 6_000_40 + 5_000_40
