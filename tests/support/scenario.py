"""Scenarios for tests: a table with a rigged shoe, commands given to it, events and refusals to look at.

    scenario = at_table("maryland", cards="9H 9C").wagers({1: 10_00}).dealt()   # seat 1 has 9H, the dealer 9C
    scenario.when(Surrender(seat=1)).then(
        WagerCollected(seat=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(seat=1, wager=Wager.INITIAL, amount=5_00),
    )

`when` gives commands one by one and nothing else; `attended` lets the automatic dealer do what is due until a
person has to act; `due` is what the procedure asks for next. Everything goes through `decide`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.automatic import command_for, floorpersons_command
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Remedy
from casinowar.game.cards import Card
from casinowar.game.chance import IN_ORDER
from casinowar.game.decide import decide
from casinowar.game.events import CardBurned, CardDealt, Event
from casinowar.game.evolve import evolve
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.game.words import BURN, Act, Irregularity, Wager
from casinowar.record.text import Entry
from casinowar.rulebooks import load_rules
from tests.support.invariants import check_invariants

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gil", "Hal", "Ida")
E = TypeVar("E", bound=Event)

BANKERS = ("Yan", "Zoe")
BANK = 10_000_000_00
BANKERS_CHIPS = 10 * BANK


def bare(event: E) -> E:
    """Leave out the clause, for tests that are not about it."""
    return replace(event, clause="")


LIMITS = {Wager.INITIAL: Limit(minimum="0.01", maximum="1000000")}


class Scenario:
    """A table under rules, with everything that happened so far."""

    def __init__(self, rules: Rules, table: Table = CLOSED, history: Sequence[Event] = ()) -> None:
        """Start from a table."""
        self.rules = rules
        self.table = table
        self.history = list(history)
        self.entries: list[Entry] = []
        """The commands that were given, with what each brought about."""
        self.bankers: frozenset[int] = frozenset()
        """The seats that take the bank by themselves whenever it is offered; all others then decline it."""
        self.cited: list[Event] = []
        """What the last `when`, `attended` or `dealt` brought about; `events` leaves the clauses out."""

    # doing

    def when(self, *commands: c.Command) -> "Scenario":
        """Give commands, one by one; a refusal is raised."""
        self.cited = []
        for command in commands:
            self._given(command)
        return self

    def also(self, command: c.Command) -> "Scenario":
        """Give one more command; adds to `events`."""
        self._given(command)
        return self

    def attended(self) -> "Scenario":
        """Let dealer and floorperson do what is due, until somebody else has to act; adds to `events`."""
        while (command := self._next()) is not None:
            self._given(command)
        return self

    def _next(self) -> c.Command | None:
        """Find what the automatic dealer, or a player asked to bank, does next."""
        due = self.due
        if self.bankers and due.act is Act.ANSWER_BANK and due.seat is not None:
            if due.seat in self.bankers:
                return c.TakeBank(seat=due.seat, amount=BANK)
            return c.DeclineBank(seat=due.seat)
        automatic = command_for(self.rules, self.table, due, IN_ORDER)
        return automatic or floorpersons_command(self.rules, self.table, due)

    def went_on(self) -> "Scenario":
        """Let the automatic dealer do the one thing that is due; adds to `events`."""
        command = self._next()
        assert command is not None, f"a person has to act: {self.due}"
        self._given(command)
        return self

    def until(self, act: Act) -> "Scenario":
        """Do what is due, one duty after another, until this act is due; adds to `events`."""
        while self.due.act is not act:
            self.went_on()
        return self

    def wagers(self, initial: Mapping[int, int], *, tie: Mapping[int, int] | None = None) -> "Scenario":
        """Place initial and tie wagers, in cents by seat."""
        commands = [
            c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount) for seat, amount in initial.items()
        ]
        commands += [
            c.PlaceWager(hand=seat, wager=Wager.TIE, amount=amount) for seat, amount in (tie or {}).items()
        ]
        return self.when(*commands)

    def dealt(self) -> "Scenario":
        """Call no more bets, deal and settle until a player has to choose or the round is over."""
        return self.when(c.CallNoMoreBets()).attended()

    def next_cards(self, cards: str) -> "Scenario":
        """Rig the shoe so that these cards come next, such as "KH 7D"."""
        self.table = rigged(self.table, cards.split())
        return self

    def _given(self, command: c.Command) -> None:
        events = decide(self.rules, self.table, command)
        self.entries.append(Entry(command=command, events=events, at=self.table.clock))
        for event in events:
            before, self.table = self.table, evolve(self.table, event)
            self.cited.append(event)
            self.history.append(bare(event))
            check_invariants(self.rules, before, event, self.table)

    # looking

    @property
    def due(self) -> Duty:
        """What the procedure asks for next."""
        return next_duty(self.rules, self.table)

    @property
    def round(self) -> Round:
        """The round in progress."""
        assert self.table.round is not None
        return self.table.round

    def hand(self, seat: int) -> Hand:
        """Give the hand at a seat."""
        return self.round.hands[seat]

    @property
    def events(self) -> list[Event]:
        """What the last `when`, `attended` or `dealt` brought about, for tests that are not about clauses."""
        return [*map(bare, self.cited)]

    def then(self, *expected: Event) -> "Scenario":
        """Check that these events happened, in this order, among the last; with clauses where stated."""
        rest = iter(self.cited)
        for event in expected:
            happened = any(event == (each if event.clause else bare(each)) for each in rest)
            assert happened, f"{event} did not happen, or not in this order, in {self.cited}"
        return self

    def then_exactly(self, *expected: Event) -> "Scenario":
        """Check that the last events are these and no others; with clauses where stated."""
        assert len(self.cited) == len(expected)
        return self.then(*expected)
        return self

    def of(self, *kinds: type[E]) -> list[E]:
        """List the last events of some kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    @property
    def drawn(self) -> list[int]:
        """List where the last cards went: seats, DEALER, BURN."""
        drawn = self.of(CardDealt, CardBurned)
        return [event.spot if isinstance(event, CardDealt) else BURN for event in drawn]

    def refused(self, command: c.Command, reason: Reason, clause: str | None = None) -> "Scenario":
        """Check that a command is refused for a reason, with a clause, and that nothing changes."""
        with pytest.raises(Refusal) as caught:
            decide(self.rules, self.table, command)
        assert caught.value.reason is reason, f"refused for another reason: {caught.value}"
        assert clause is None or caught.value.clause == clause, f"refused under {caught.value.clause}"
        return self

    def is_allowed(self, command: c.Command) -> bool:
        """Tell whether a command would be accepted now."""
        try:
            decide(self.rules, self.table, command)
        except Refusal:
            return False
        return True

    def net(self, player: str, chips: int = 1_000_00) -> int:
        """Tell what a player has won or lost since sitting down, in cents."""
        return self.table.chips[player] - chips

    def bank_net(self) -> int:
        """Tell what the table inventory, or the bankers seated in its place, won or lost, in cents."""
        bankers = BANKERS if self.bankers else ()
        brought = len(bankers) * BANKERS_CHIPS
        return self.table.inventory + sum(self.table.chips[banker] for banker in bankers) - brought


def at_table(
    rulebook: str,
    *,
    cards: str = "",
    players: int | Mapping[int, str] = 3,
    chips: int = 1_000_00,
    house: House | None = None,
    readings: Mapping[str, str] | None = None,
    bankers: bool = True,
) -> Scenario:
    """Open a table, seat players (Ann at seat 1, Ben at 2 …), make the shoe ready, and rig its next cards.

    Where a player/dealer banks, two rich bankers take the last two seats and turns, unless told otherwise.
    """
    scenario = opened(rulebook, house=house, readings=readings)
    seats = players if isinstance(players, Mapping) else {n + 1: NAMES[n] for n in range(players)}
    for seat, player in seats.items():
        scenario.when(c.Sit(player=player, seat=seat, chips=chips))
    ready(scenario)
    if bankers and scenario.rules.book.bank:
        seat_bankers(scenario)
    return scenario.next_cards(cards)


def seat_bankers(scenario: Scenario) -> Scenario:
    """Seat two bankers with more chips than anybody can win, who take the bank in turn."""
    last = scenario.rules.seats
    for seat, banker in zip((last - 1, last), BANKERS, strict=True):
        scenario.when(c.Sit(player=banker, seat=seat, chips=BANKERS_CHIPS))
    scenario.bankers = frozenset({last - 1, last})
    return scenario.attended()


def opened(
    rulebook: str, *, house: House | None = None, readings: Mapping[str, str] | None = None
) -> Scenario:
    """Give a table that was just opened, its chips not counted; nothing has been done with the cards."""
    house = house or House()
    if not house.limits:
        house = replace(house, limits=LIMITS)
    return Scenario(authorized(load_rules(rulebook, house, readings))).when(c.OpenTable(counted=False))


def authorized(rules: Rules) -> Rules:
    """Enter a ceiling that authorizes any limit, where the book has one and the house none."""
    if not rules.book.wagers.limits.authorized or rules.house.authorized_limit:
        return rules
    return Rules(rules.book, replace(rules.house, authorized_limit="1000000"))


def posted(rules: Rules) -> Rules:
    """Post limits that any wager keeps, where the book wants some and the house has none."""
    if not rules.limits and rules.book.wagers.limits.required:
        rules = Rules(rules.book, replace(rules.house, limits=LIMITS))
    return authorized(rules)


def ready(scenario: Scenario) -> Scenario:
    """Do everything up to the betting; players refuse the cut."""
    scenario.attended()
    asked: set[int | None] = set()
    while scenario.due.act is Act.ANSWER_CUT:
        assert scenario.due.seat not in asked, f"seat {scenario.due.seat} refused the cut and is asked again"
        asked.add(scenario.due.seat)
        scenario.when(c.RefuseCut(seat=scenario.due.seat or 0)).attended()
    return scenario


def with_remedy(scenario: Scenario, what: Irregularity, remedy: Remedy, **more: object) -> Scenario:
    """Give the table another remedy for an irregularity."""
    book = scenario.rules.book
    law = book.irregularities
    provision = replace(law.provision(what) or law.provisions[0], irregularity=what, remedy=remedy, **more)
    others = tuple(each for each in law.provisions if each.irregularity is not what)
    book = replace(book, irregularities=replace(law, provisions=(*others, provision)))
    scenario.rules = Rules(book, scenario.rules.house)
    return scenario


def rigged(table: Table, cards: Sequence[Card]) -> Table:
    """Put cards next in the shoe, out of those that are still in it."""
    shoe = table.shoe
    rest = Counter(shoe.stack[shoe.drawn :])
    rest.subtract(cards)
    assert min(rest.values(), default=0) >= 0, f"these cards are not all in the shoe: {cards}"
    stack = (*shoe.stack[: shoe.drawn], *cards, *rest.elements())
    assert len(stack) == len(shoe.stack)
    return replace(table, shoe=replace(shoe, stack=stack))
