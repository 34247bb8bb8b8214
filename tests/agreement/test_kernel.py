"""Kernel and engine, given the same shoes: every hand is settled equal to the cent, wager by wager."""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import command_for
from casinowar.game.citing import Numbers
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.house import House, Limit
from casinowar.game.money import dollars
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import HouseError, InputError, Refusal
from casinowar.game.rulebook import Rulebook
from casinowar.game.rules import Rules
from casinowar.game.side_terms import Backing
from casinowar.game.submission import (
    BonusSpinChoices,
    Designated,
    ElectronicChoices,
    MeterChoices,
    OwnPay,
    ProgressiveChoices,
    Segment,
    Wheel,
)
from casinowar.game.table import CLOSED, Table
from casinowar.game.terms import Counting
from casinowar.game.wheel import spun
from casinowar.game.words import PLACES, Act, Choice, Role, Wager
from casinowar.rulebooks import RulebookFile
from casinowar.simulation import full_terms as t
from casinowar.simulation.full_table import FullTable
from casinowar.simulation.plan import NotSimulated
from tests.agreement.texts import EVERY_READING, any_readings, readings_of
from tests.varieties import own_values, source

CHIPS: Final = 10**12
COLUMNS: Final = {
    Wager.INITIAL: t.INITIAL,
    Wager.TIE: t.TIE,
    Wager.WAR: t.WAR,
    Wager.WAR_TIE: t.WAR_TIE,
    Wager.MATCH: t.MATCH,
    Wager.PROGRESSIVE: t.PROGRESSIVE,
    Wager.ENVY: t.ENVY,
    Wager.BONUS_SPIN: t.BONUS_SPIN,
}
Hands = dict[int, dict[Wager, int]]
Choices = list[list[bool]]


class RanOut(Exception):
    """The shoe had not cards enough."""

    def __init__(self, order: tuple[str, ...], spins: list[tuple[int, int, int]]) -> None:
        self.order, self.spins = order, spins


# tables


def shrunk(book: Rulebook, ranks: int, suits: int = 4, **choices: Any) -> Rules:
    """Leave a rulebook only its highest ranks and first suits, so that ties are common, in many decks."""
    cards = book.cards
    number = Numbers(start=312 // (ranks * suits), least=1, most=400, clause="shrunk")
    ways = {
        way: number for way in ("by_hand", "batch_shuffler", "continuous_shuffler") if getattr(cards, way)
    }
    small = replace(
        book,
        cards=replace(
            cards,
            ranking=replace(cards.ranking, value=cards.ranking.value[:ranks]),
            suits=replace(cards.suits, value=cards.suits.value[:suits]),
            **ways,
        ),
        bank=book.bank and replace(book.bank, held=replace(book.bank.held, rounds=1000)),
    )
    house = House(**{"smallest_chip": "0.50", **choices})
    least = dollars(5 * Rules(small, house).unit(Wager.INITIAL))
    most = least if book.wagers.limits.counted is Counting.FIXED else "1000000"
    return Rules(small, replace(house, limits={Wager.INITIAL: Limit(minimum=least, maximum=most)}))


def wagers(rules: Rules, size: int) -> dict[Wager, int]:
    """Give a hand every wager of the game itself, in a size of its own where the book lets it."""
    least, most = rules.limits[Wager.INITIAL]
    initial = least if least == most else least + size * rules.unit(Wager.INITIAL)
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    sizes = {Wager.INITIAL: initial}
    for wager, law in laws.items():
        if law is not None:
            unit = rules.unit(wager)
            most = int(float(1 if law.most is None else eval_share(law.most)) * initial) // unit
            sizes[wager] = initial if law.equal else max(1, min(1 + size, most)) * unit
    return sizes


def eval_share(share: str) -> float:
    over, _, under = share.partition("/")
    return int(over) / int(under or 1)


def seats(rules: Rules, number: int = 4) -> Hands:
    """Seat players with wagers of different sizes, beginning at the second seat."""
    first = 2 if rules.seats > number else 1
    return {first + place: wagers(rules, place) for place in range(min(number, rules.seats))}


def mixed(rules: Rules, chance: Random) -> Choices:
    """Make up a table of choices by rank and wars."""
    war = rules.book.war
    wars = war.again.wars if war and war.again else 1
    ranks = len(rules.book.cards.ranking.value)
    return [[chance.random() < 0.7 for _ in range(wars)] for _ in range(ranks)]


# the engine


class Played(Struct, frozen=True, kw_only=True):
    """What the engine made of a shoe: by round what each kind brought each hand."""

    order: tuple[str, ...]
    nets: list[Counter[tuple[int, int]]]
    gone: list[int]
    spins: list[tuple[int, int, int]]
    meters: dict[str, int]


class Engine:
    """Plays a shoe through `decide`."""

    def __init__(self, rules: Rules, hands: Hands, choices: Choices, chance: Random, **also: Any) -> None:
        self.rules, self.hands, self.choices, self.chance = rules, hands, choices, chance
        self.bank: tuple[int, int] = also.get("bank", (0, 0))
        self.owners: Mapping[int, int] = also.get("owners", {})
        self.numbers = list(hands)
        self.net: Counter[tuple[int, int]] = Counter()
        self.spins: list[tuple[int, int, int]] = []

    def play(self, most_rounds: int) -> Played:
        """Open a table and play until the shoe is over, or long enough."""
        table = self._opened()
        order: tuple[str, ...] = ()
        nets: list[Counter[tuple[int, int]]] = []
        gone: list[int] = []
        while table.rounds < most_rounds and not (table.rounds and table.round is None and table.to_do):
            duty = next_duty(self.rules, table)
            if duty.act is Act.RULE:
                raise RanOut(order, self.spins)
            if duty.act is Act.PLACE_WAGERS:
                order = order or table.shoe.stack
                self.net = Counter()
                for command in self._placing():
                    table = self._given(table, command)
                continue
            table = self._given(table, self._answer(table, duty))
            if len(nets) < table.rounds:
                nets.append(self.net)
                gone.append(table.shoe.drawn)
        return Played(order=order, nets=nets, gone=gone, spins=self.spins, meters=table.meters)

    def _opened(self) -> Table:
        rules = self.rules
        table = self._given(CLOSED, c.OpenTable(inventory=0 if rules.book.bank else CHIPS))
        players = {self.owners.get(number, number // PLACES or number) for number in self.numbers}
        for seat in sorted(players | ({self.bank[0]} if rules.book.bank else set())):
            table = self._given(table, c.Sit(player=f"player {seat}", seat=seat, chips=CHIPS))
        return replace(table, dealer_burns=0)

    def _given(self, table: Table, command: c.Command) -> Table:
        events = decide(self.rules, table, command)
        for event in events:
            match event:
                case e.WagerPlaced():
                    self.net[event.seat, COLUMNS[event.wager]] -= event.amount
                case e.MeterPaid():
                    kind = t.METER if event.wager is Wager.PROGRESSIVE else t.SPIN_METERS
                    self.net[event.seat, kind] += event.amount
                case e.WagerReturned() | e.WagerPaid() | e.MatchPaid():
                    self.net[event.seat, COLUMNS[event.wager]] += event.amount
                case _:
                    pass
        return evolve_all(table, events)

    def _placing(self) -> Iterable[c.Command]:
        law = self.rules.book.electronic
        on_all = self.rules.house.electronic and law and law.backing.value is Backing.ALL
        for number, sizes in self.hands.items():
            player = f"player {self.owners[number]}" if number in self.owners else ""
            for wager, amount in sizes.items():
                if wager is not Wager.WAR_TIE and amount and not (on_all and number % PLACES > 1):
                    yield c.PlaceWager(seat=number, wager=wager, amount=amount, player=player)

    def _answer(self, table: Table, duty: Duty) -> c.Command:
        seat, rules = duty.seat or 0, self.rules
        match duty.act:
            case Act.CALL_NO_MORE_BETS:
                return c.CallNoMoreBets(by=Role.AUTOMATIC)
            case Act.ANSWER_CUT:
                return c.RefuseCut(seat=seat)
            case Act.CHOOSE:
                return self._choice(table, seat)
            case Act.ANSWER_TIE_OFFER:
                return self._tie_wager(table, seat)
            case Act.ANSWER_BANK if seat == self.bank[0]:
                return c.TakeBank(seat=seat, amount=self.bank[1])
            case Act.ANSWER_BANK:
                return c.DeclineBank(seat=seat)
            case Act.SPIN_WHEEL:
                return self._spin(table, seat)
            case _:
                command = command_for(rules, table, duty, self._shuffled)
                assert command is not None, duty
                return command

    def _shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.chance.sample(cards, len(cards)))

    def _choice(self, table: Table, seat: int) -> c.Command:
        assert table.round is not None
        hand = table.round.hands[seat]
        codes = {
            code: place
            for place, code in enumerate(sorted(self.rules.strength, key=self.rules.strength.__getitem__))
        }
        wanted = Choice.WAR if self.choices[codes[hand.card[0]]][hand.wars] else Choice.SURRENDER
        commands: list[c.Command] = [c.GoToWar(seat=seat), c.Surrender(seat=seat)]
        if wanted is Choice.SURRENDER:
            commands.reverse()
        return next(command for command in commands if self._is_taken(table, command))

    def _is_taken(self, table: Table, command: c.Command) -> bool:
        try:
            decide(self.rules, table, command)
        except Refusal:
            return False
        return True

    def _tie_wager(self, table: Table, seat: int) -> c.Command:
        assert table.round is not None
        law, amount = self.rules.book.wagers.war_tie, self.hands[seat].get(Wager.WAR_TIE, 0)
        if law and law.equal:
            amount = table.round.hands[seat].on_layout(Wager.WAR)
        if not amount:
            return c.DeclineTieWager(seat=seat)
        return c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=amount)

    def _spin(self, table: Table, turn: int) -> c.Command:
        law = self.rules.book.bonus_spin
        assert law is not None
        assert table.round is not None
        spin = spun(self.rules, table.round, turn, self.chance.randrange)
        assert spin is not None
        hot = [each.symbol for each in law.hot_spot].index(spin.hot_spot)
        community = [each.symbol for each in law.community].index(spin.community) if spin.community else 0
        self.spins.append((self.numbers.index(spin.seat), hot, community))
        return spin


# both


def agree(rules: Rules, hands: Hands, seed: int, *, most_rounds: int = 40, **also: Any) -> int:
    """Play a shoe both ways, compare every hand of every round, and count the rounds."""
    chance = Random(seed)
    choices = mixed(rules, chance)
    kernel = FullTable.of(rules, hands, strategy=choices, **also)
    try:
        played = Engine(rules, hands, choices, chance, **also).play(most_rounds)
    except RanOut as shoe:
        with pytest.raises(NotSimulated):
            kernel.settle(shoe.order, shoe.spins, rounds=most_rounds)
        return 0
    settled = kernel.settle(played.order, played.spins, rounds=most_rounds)
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


def banked(rules: Rules, hands: Hands, amount: int = 10**6) -> dict[str, Any]:
    """Put a bank before the first seat that has no hand."""
    free = next((seat for seat in range(1, rules.seats + 1) if seat not in hands), 0)
    return {"bank": (free, amount)} if rules.book.bank else {}


# side wagers

METER: Final = MeterChoices(rate="12%", initial="12345.67", reset="10000")


def wheel(*weights: tuple[str, int]) -> Wheel:
    return Wheel(
        stops=sum(weight for _, weight in weights),
        segments=tuple(Segment(symbol=symbol, weight=weight) for symbol, weight in weights),
    )


def offering(readings: Mapping[str, str], ranks: int, suits: int, **house: Any) -> Rules:
    """Offer both side wagers, in two sizes where the operator may set them."""
    book = source("maryland").book(readings)
    assert book.progressive is not None
    assert book.bonus_spin is not None
    sizes = ("5", "10") if book.progressive.operator_sets_amounts else ()
    small, primary = book.bonus_spin.small_wager, book.bonus_spin.hot_spot[0].symbol
    own = small is not None and small.value == "a table of the operator's own"
    spin = BonusSpinChoices(
        cards=(Designated(rank="king", color="red"),),
        hot_spot=wheel(
            *((symbol.symbol, 1 + place) for place, symbol in enumerate(book.bonus_spin.hot_spot))
        ),
        community=wheel(*((symbol.symbol, 1) for symbol in book.bonus_spin.community)),
        positions=(1, 2, 3, 4, 5, 6),
        primary=MeterChoices(rate="8%", initial="10000.01", reset="10000"),
        secondary=MeterChoices(rate="4%", initial="10000.03", reset="5000"),
        amounts=("5", "1") if small else (),
        small_wager_pays=(OwnPay(symbol="$600", hot_spot="77"), OwnPay(symbol=primary, hot_spot="33"))
        if own
        else (),
    )
    choices = ProgressiveChoices(meter=METER, amounts=sizes)
    return shrunk(
        book, ranks, suits, seats=6, progressive=choices, bonus_spin=spin, adjacent_boxes=2, **house
    )


def with_side_wagers(rules: Rules, chance: Random) -> Hands:
    """Add side wagers to most hands."""
    hands = seats(rules, 5)
    for sizes in hands.values():
        for wager in (Wager.PROGRESSIVE, Wager.BONUS_SPIN):
            amounts = (*rules.side_amounts(wager), 0)
            sizes[wager] = chance.choice((*rules.side_amounts(wager), *amounts))
    return hands


def check_side_wagers(readings: Mapping[str, str], seed: int, **house: Any) -> int:
    """Play shoes of few ranks, where payout hands are common, with two boxes of one player among them."""
    rounds = 0
    for ranks, suits in ((2, 2), (5, 4)):
        rules = offering(readings, ranks, suits, **house)
        hands = with_side_wagers(rules, Random(seed))
        rounds += agree(rules, hands, seed, owners={3: 2})
    return rounds


@pytest.mark.parametrize("readings", readings_of("maryland"), ids=str)
def test_side_wagers(readings):
    assert sum(check_side_wagers(readings, seed) for seed in range(4))


@pytest.mark.parametrize("limit", ["5", "40", "700", "20000"])
@pytest.mark.parametrize("counts", ["betting_area", "each_wager", "player", "with_progressive"])
def test_a_payout_limit(counts, limit):
    for seed in range(3):
        check_side_wagers({"payout_limit": counts}, seed, payout_limit=limit)


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
        book = RulebookFile("made_up.toml", "", values, {}).book()
        bank = source("california").book(readings).bank
        rules = shrunk(replace(book, bank=bank), min(2, len(book.cards.ranking.value)), seats=4)
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
    ],
)
def test_a_wrong_term_is_found(term, monkeypatch):
    made = FullTable.of

    def with_a_mistake(*args: Any, **also: Any) -> FullTable:
        table = made(*args, **also)
        table.terms[getattr(t, term)] ^= 1
        return table

    monkeypatch.setattr(FullTable, "of", with_a_mistake)
    with pytest.raises((AssertionError, NotSimulated)):
        _ = [check_side_wagers({}, seed) for seed in range(6)]
