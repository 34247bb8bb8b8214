"""Shoes played through the engine, card by card, for kernels to deal again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import spun
from casinowar.game.automatic import command_for, floorpersons_command
from casinowar.game.book.cited_values import Numbers
from casinowar.game.book.electronic import Backing
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Counting
from casinowar.game.book.war import base
from casinowar.game.chance import OpenSource
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.money import dollars
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import PLACES, Act, Choice, Role, Wager
from casinowar.simulation.full import layout as t
from tests.support.scenario import posted
from tests.support.varieties import few_cards

CHIPS: Final = 10**12
MOST_ACTS: Final = 50_000
"""More than any shoe takes; whoever asks for more goes round in circles."""
COLUMNS: Final = {
    Wager.INITIAL: t.INITIAL,
    Wager.TIE: t.TIE,
    Wager.WAR: t.WAR,
    Wager.WAR_TIE: t.WAR_TIE,
    Wager.MATCH: t.MATCH,
    Wager.DEALER_WINS: t.DEALER_WINS,
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


def shrunk(
    book: Rulebook, ranks: int, suits: int = 4, *, size: int = 312, least_units: int = 5, **choices: Any
) -> Rules:
    """Leave a rulebook only its highest ranks and first suits, so that ties are common, in many decks."""
    number = Numbers(start=size // (ranks * suits), least=1, most=400, clause="shrunk")
    small = replace(
        book,
        cards=few_cards(book.cards, ranks, suits, number),
        bank=book.bank and replace(book.bank, held=replace(book.bank.held, rounds=1000)),
    )
    bank = {"bank_minimum": "0.01"} if book.bank else {}
    house = House(**{"smallest_chip": "0.50", **bank, **choices})
    least = dollars(least_units * Rules(small, house).unit(Wager.INITIAL))
    most = least if book.wagers.limits.counted is Counting.FIXED else "1000000"
    return Rules(small, replace(house, limits={Wager.INITIAL: Limit(minimum=least, maximum=most)}))


def wagers(rules: Rules, size: int) -> dict[Wager, int]:
    """Give a hand every wager of the game itself, in a size of its own where the book lets it."""
    least, most = rules.limits[Wager.INITIAL]
    initial = least if least == most else least + size * rules.unit(Wager.INITIAL)
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    sizes = {Wager.INITIAL: initial}
    if rules.book.wagers.dealer_wins and Wager.DEALER_WINS not in rules.exclude_initial:
        sizes[Wager.DEALER_WINS] = _units(rules, Wager.DEALER_WINS, 1 + size)
    for wager, law in laws.items():
        if law is not None and wager not in rules.exclude_initial:
            unit = rules.unit(wager)
            most = int(float(1 if law.most is None else eval_share(law.most)) * initial)
            most = min(most, rules.span(wager)[1]) // unit
            amount = initial if law.equal else min(1 + size, most) * unit
            limited = law.equal and wager is Wager.WAR_TIE and rules.book.wagers.limits.required
            if 0 < amount <= rules.span(wager)[1] and not limited:
                sizes[wager] = amount
    return sizes


def eval_share(share: str) -> float:
    over, _, under = share.partition("/")
    return int(over) / int(under or 1)


def seats(rules: Rules, number: int = 4) -> Hands:
    """Seat players with wagers of different sizes, beginning at the second seat."""
    first = 2 if rules.seats > number else 1
    hands = {first + place: wagers(rules, place) for place in range(min(number, rules.seats))}
    for place, wager in enumerate(sorted(rules.stand_alone)):
        if (seat := first + place + 1) in hands:
            hands[seat] = {wager: _units(rules, wager, 2 + place)}
    return hands


def _units(rules: Rules, wager: Wager, units: int) -> int:
    """Size a wager by its units, within the limits."""
    unit = rules.unit(wager)
    return min(units, rules.span(wager)[1] // unit) * unit


def mixed(rules: Rules, chance: Random) -> Choices:
    """Make up a table of choices by rank and wars."""
    war = rules.book.war
    wars = war.again.wars if war and war.again else 1
    ranks = len(rules.book.cards.ranking.value)
    return [[chance.random() < 0.7 for _ in range(wars)] for _ in range(ranks)]


def banked(rules: Rules, hands: Hands, amount: int = 10**6) -> dict[str, Any]:
    """Put a bank before the first seat that has no hand."""
    free = next((seat for seat in range(1, rules.seats + 1) if seat not in hands), 0)
    return {"bank": (free, amount)} if rules.book.bank else {}


# the engine


class Played(Struct, frozen=True, kw_only=True):
    """What the engine made of a shoe: by round what each kind brought each hand."""

    order: tuple[str, ...]
    nets: list[Counter[tuple[int, int]]]
    deals: list[list[dict[int, str]]]
    """The cards of each round's deals, the original one first, by seat; the dealer's is at DEALER."""
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
        self.deals: list[dict[int, str]] = []
        self.spins: list[tuple[int, int, int]] = []

    def play(self, most_rounds: int) -> Played:
        """Open a table and play until the shoe is over, or long enough."""
        table = self._opened()
        order: tuple[str, ...] = ()
        nets: list[Counter[tuple[int, int]]] = []
        deals: list[list[dict[int, str]]] = []
        gone: list[int] = []
        acts = 0
        while table.rounds < most_rounds and not (table.rounds and table.round is None and table.to_do):
            duty = next_duty(self.rules, table)
            acts += 1
            assert acts < MOST_ACTS, f"the round does not end: {duty}"
            if duty.act is Act.RULE:
                raise RanOut(order, self.spins)
            if duty.act is Act.PLACE_WAGERS:
                order = order or table.shoe.stack
                self.net, self.deals = Counter(), [{}]
                for command in self._placing():
                    table = self._given(table, command)
                continue
            drawn = table.shoe.drawn
            table = self._given(table, self._answer(table, duty))
            if table.round and table.round.closed and table.shoe.drawn < drawn:
                # The book says itself what becomes of a shoe that runs out, which kernels leave alone.
                raise RanOut(order, self.spins)
            if len(nets) < table.rounds:
                nets.append(self.net)
                deals.append(self.deals)
                gone.append(table.shoe.drawn)
        return Played(order=order, nets=nets, deals=deals, gone=gone, spins=self.spins, meters=table.meters)

    def _opened(self) -> Table:
        rules = self.rules
        chips = 0 if rules.book.bank else CHIPS
        table = evolve_all(CLOSED, decide(posted(rules), CLOSED, c.OpenTable(inventory=chips, counted=False)))
        players = {self.owners.get(number, number // PLACES or number) for number in self.numbers}
        for seat in sorted(players | ({self.bank[0]} if rules.book.bank else set())):
            table = self._given(table, c.Sit(player=f"player {seat}", seat=seat, chips=CHIPS))
        return replace(table, dealer_burns=0)

    def _given(self, table: Table, command: c.Command) -> Table:
        events = decide(self.rules, table, command)
        for event in events:
            match event:
                case e.WagerPlaced():
                    self.net[event.hand, COLUMNS[event.wager]] -= event.amount
                case e.MeterPaid():
                    kind = t.METER if event.wager is Wager.PROGRESSIVE else t.SPIN_METERS
                    self.net[event.hand, kind] += event.amount
                case e.WagerReturned() | e.WagerPaid() | e.MatchPaid():
                    self.net[event.hand, COLUMNS[event.wager]] += event.amount
                case e.WarDealBegan():
                    self.deals.append({})
                case e.CardDealt():
                    self.deals[-1][event.spot] = event.card
                case _:
                    pass
        return evolve_all(table, events)

    def _placing(self) -> Iterable[c.Command]:
        law = self.rules.book.electronic
        on_all = self.rules.house.electronic and law and law.backing.value is Backing.ALL
        for number, sizes in self.hands.items():
            player = f"player {self.owners[number]}" if number in self.owners else ""
            for wager, amount in sizes.items():
                copied = on_all and number % PLACES > 1 and wager not in {Wager.PROGRESSIVE, Wager.BONUS_SPIN}
                if wager is not Wager.WAR_TIE and amount and not copied:
                    yield c.PlaceWager(hand=number, wager=wager, amount=amount, player=player)

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
            case Act.ADD_TO_BANK:
                return c.AddToBank(amount=0)
            case Act.ANSWER_BANK if seat == self.bank[0]:
                return c.TakeBank(seat=seat, amount=self.bank[1])
            case Act.ANSWER_BANK:
                return c.DeclineBank(seat=seat)
            case Act.SPIN_WHEEL:
                return self._spin(table, seat)
            case _:
                command = command_for(rules, table, duty, OpenSource(self._shuffled))
                command = command or floorpersons_command(rules, table, duty)
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
        commands: list[c.Command] = [c.GoToWar(hand=seat), c.Surrender(hand=seat)]
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
        if law and law.equals and amount:
            hand = table.round.hands[seat]
            amount = base(law.equals, hand.placed(Wager.INITIAL), hand.on_layout(Wager.WAR))
        if not amount:
            return c.DeclineTieWager(hand=seat)
        return c.PlaceWager(hand=seat, wager=Wager.WAR_TIE, amount=amount)

    def _spin(self, table: Table, turn: int) -> c.Command:
        law = self.rules.book.bonus_spin
        assert law is not None
        assert table.round is not None
        spin = spun(self.rules, table.round, turn, self.chance.randrange)
        assert spin is not None
        hot = [each.symbol for each in law.hot_spot].index(spin.hot_spot)
        community = [each.symbol for each in law.community].index(spin.community) if spin.community else 0
        self.spins.append((self.numbers.index(spin.hand), hot, community))
        return spin
