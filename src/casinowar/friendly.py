"""The friendly face: a table in a few lines, with the automatic dealer doing the duties."""

import random
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from itertools import count, takewhile

from casinowar.game import commands as c
from casinowar.game.acts.wagers import Wagers
from casinowar.game.acts.wheel import spun
from casinowar.game.automatic import attend
from casinowar.game.book.house import House
from casinowar.game.cards import Card
from casinowar.game.decide import decide
from casinowar.game.events import Event, PlayerLeft, ProcedureBegan, RoundCompleted, StepsInserted
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.money import cents
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import CLOSED
from casinowar.game.table import Table as TableState
from casinowar.game.words import PLACES, Act, Ruling, Wager
from casinowar.record.text import Record, write
from casinowar.rulebooks import load_rules
from casinowar.telling.result import Result, results

Money = int | str | Decimal
"""Dollars: ``10``, ``"12.50"`` or a Decimal."""

Watching = Callable[[Event, TableState, TableState], None]
"""Is told each event as it happens, with the table before it and after it."""

Began = tuple[TableState, int]
"""Where a round began: the table before its first event, and that event's position."""


class Table:
    """A Casino War table.

    Deal a round under a rulebook; with a seed it is the same each time:

    >>> table = Table("maryland", seed=7)
    >>> table.sit("Ann", seat=1, chips=100)
    >>> table.wager(1, 10, tie=5)
    >>> table.deal()
    >>> while table.choosing:
    ...     table.war(table.choosing)
    >>> for result in table.results:
    ...     print(result)
    seat 1 Ann: 6♠ against Q♥, -15.00
    >>> table.chips("Ann")
    Decimal('85')

    Be told what happens, sentence by sentence:

    >>> from casinowar.telling.narration import narrate
    >>> table = Table("south_dakota", seed=7)
    >>> table.watching = lambda event, before, after: print(narrate(event, before))
    >>> table.sit("Ann", seat=1, chips=100)
    Ann took seat 1 with $100.00 in chips.

    Side wagers are there where the house offers them, as in the sample submission:

    >>> from casinowar.rulebooks import load_sample
    >>> table = Table("maryland", house=load_sample("maryland"), seed=5)
    >>> table.sit("Ann", seat=1, chips=100)
    >>> table.wager(1, 10, tie=5, progressive=5, spin=5)
    >>> table.deal()
    >>> table.meters["progressive"]
    Decimal('10000.6')

    In California a player banks the game, and is asked first:

    >>> table = Table("california", seed=5)
    >>> table.sit("Ann", seat=1, chips=500)
    >>> table.sit("Ben", seat=2, chips=100)
    >>> table.due.act, table.due.seat
    (<Act.ANSWER_BANK: 'take the bank or decline it'>, 1)
    >>> table.bank(1, 200)
    >>> table.wager(2, 10)
    >>> table.deal()
    """

    def __init__(
        self,
        rulebook: str = "maryland",
        *,
        house: House | str | None = None,
        readings: Mapping[str, str] | None = None,
        seed: int | None = None,
        shuffling: Callable[[tuple[Card, ...]], tuple[Card, ...]] | None = None,
        asking: Collection[Act] = (),
        watching: Watching | None = None,
    ) -> None:
        """Open a table: a rulebook's name or file, a house file, readings, and where chance comes from.

        Without a seed the operating system's random source shuffles and spins the wheel. Players refuse the
        cut and the tie wager on the war deal. Where `asking` names Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER or
        Act.SPIN_WHEEL, the table waits to be told instead.
        """
        self.rules = load_rules(rulebook, house, readings)
        self.state: TableState = CLOSED
        self.events: list[Event] = []
        self.results: list[Result] = []
        self._began: Began = (CLOSED, 0)
        self._rounds: dict[int, Began] = {}
        self._asking = frozenset(asking)
        self.watching = watching
        source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a seed is for experiments
        self._drawing = source.randrange
        self._shuffling = shuffling or (lambda cards: tuple(source.sample(cards, len(cards))))
        self.give(c.OpenTable())

    # what people do

    def sit(self, player: str, *, seat: int = 0, behind: int = 0, chips: Money) -> None:
        """Seat a player with chips, or let a backline bettor stand behind a seat."""
        if behind:
            seat = next(place for place in count(PLACES + behind, PLACES) if place not in self.state.seats)
        self.give(c.Sit(player=player, seat=seat, chips=_cents(chips)))

    def wager(  # noqa: PLR0913 - one name for each wager
        self,
        seat: int,
        amount: Money = 0,
        *,
        tie: Money = 0,
        progressive: Money = 0,
        spin: Money = 0,
        coupon: Money = 0,
        card: int = 0,
        player: str = "",
    ) -> None:
        """Place or raise wagers at a seat, or from a terminal on a community card; all are placed or none.

        A coupon lies beside the initial wager; `player` wagers on a box beside the own seat.
        """
        wagers = Wagers(*map(_cents, (amount, tie, progressive, spin, coupon)))
        self.give(*wagers.commands(PLACES * seat + card if card else seat, player))

    def bank(self, seat: int, amount: Money) -> None:
        """Take the bank and put up the player/dealer's wager."""
        self.give(c.TakeBank(seat=seat, amount=_cents(amount)))

    def decline_bank(self, seat: int) -> None:
        """Decline the bank, or give it up after a round."""
        self.give(c.DeclineBank(seat=seat))

    def add_to_bank(self, amount: Money) -> None:
        """Add to the bank when ties are seen, where that is allowed."""
        self.give(c.AddToBank(amount=_cents(amount)))

    def spin(self, seat: int, hot_spot: str, community: str = "") -> None:
        """Say where the wheel stopped, where somebody spins it."""
        self.give(c.SpinWheel(seat=seat, hot_spot=hot_spot, community=community))

    def withdraw(self, seat: int, *, wager: Wager = Wager.INITIAL) -> None:
        """Take a wager back before the deal; the initial wager takes the others with it."""
        self.give(c.WithdrawWager(seat=seat, wager=wager))

    def deal(self) -> None:
        """Call no more bets, deal, and settle what can be settled without a choice."""
        self.give(c.CallNoMoreBets())

    def surrender(self, seat: int) -> None:
        """Surrender the tie hand at a seat."""
        self.give(c.Surrender(seat=seat))

    def war(self, seat: int, *, tie: Money = 0) -> None:
        """Go to war with the tie hand at a seat, with a tie wager on the war deal where that is offered."""
        wagers: list[c.Command] = [c.GoToWar(seat=seat)]
        if _cents(tie):
            wagers.append(c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=_cents(tie)))
        self.give(*wagers)

    def answer_tie_offer(self, seat: int, tie: Money = 0) -> None:
        """Place the tie wager that is offered on the war deal, or decline it."""
        placed = c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=_cents(tie))
        self.give(placed if placed.amount else c.DeclineTieWager(seat=seat))

    def answer_cut(self, seat: int, depth: int = 0) -> None:
        """Cut the stack so many cards from the top, or refuse the cut."""
        self.give(c.CutStack(seat=seat, depth=depth) if depth else c.RefuseCut(seat=seat))

    def rule(self, ruling: Ruling) -> None:
        """Rule on an irregularity, as the floorperson does."""
        self.give(c.Rule(ruling=ruling))

    def buy(self, player: str, chips: Money) -> None:
        """Bring more chips to the table."""
        self.give(c.BuyChips(player=player, amount=_cents(chips)))

    def leave(self, player: str) -> None:
        """Leave the table."""
        self.give(c.LeaveTable(player=player))

    # what one can ask

    def chips(self, player: str) -> Decimal:
        """Tell how much a player has in chips, in dollars."""
        if player not in self.state.chips:
            raise Refusal(Reason.NOT_SEATED, player=player)
        return _dollars(self.state.chips[player])

    @property
    def meters(self) -> dict[str, Decimal]:
        """What each meter shows, in dollars."""
        return {name: _dollars(amount) for name, amount in self.state.meters.items()}

    @property
    def choosing(self) -> int:
        """The seat, or hand, whose turn it is to surrender or go to war, or 0."""
        return self.due.seat or 0 if self.due.act is Act.CHOOSE else 0

    @property
    def due(self) -> Duty:
        """What the book wants done next."""
        return next_duty(self.rules, self.state)

    def record(self, round: int | None = None) -> str:  # noqa: A002 - a round is what the regulations call it
        """Write the record of a completed round, the last one unless said otherwise."""
        number = self.state.rounds if round is None else round
        if number not in self._rounds:
            raise InputError(f"Round {number} is not complete at this table.")
        before, position = self._rounds[number]
        events = _round_from(self.events[position:])
        return write(Record.of(self.rules, before, events))

    # how it works

    def give(self, *commands: c.Command) -> None:
        """Give commands as one, then let the automatic dealer attend to what is due.

        A refused command changes nothing: neither do those that came with it.
        """
        state = self.state
        happened: list[Event] = []
        for command in commands:
            events = decide(self.rules, state, command)
            state = evolve_all(state, events)
            happened += events
        self._follow(state, happened)
        while (answer := self._answer()) is not None:
            answered = decide(self.rules, self.state, answer)
            self._follow(evolve_all(self.state, answered), list(answered))

    def _follow(self, state: TableState, happened: list[Event]) -> None:
        _, attended = attend(self.rules, state, self._shuffling)
        happened = happened + attended
        tables = [self.state]
        for event in happened:
            tables.append(evolve(tables[-1], event))
            current = tables[-2].round
            if current is not None and tables[-1].round is None and current.closed:
                self.results = results(current, tables[-2])
            if tables[-2].round is None and tables[-1].round is not None:
                self._began = (tables[-2], len(self.events) + len(tables) - 2)
            if isinstance(event, RoundCompleted):
                self._rounds[event.round] = self._began
        self.state = tables[-1]
        self.events += happened
        if self.watching:
            for event, before, after in zip(happened, tables, tables[1:], strict=False):
                self.watching(event, before, after)

    def _answer(self) -> c.Command | None:
        """Answer what nobody is asked."""
        seat, act = self.due.seat or 0, self.due.act
        if act in self._asking:
            return None
        match act:
            case Act.ANSWER_CUT:
                return c.RefuseCut(seat=seat)
            case Act.ANSWER_TIE_OFFER:
                return c.DeclineTieWager(seat=seat)
            case Act.SPIN_WHEEL if self.state.round:
                return spun(self.rules, self.state.round, seat, self._drawing)
            case _:
                return None


def _round_from(events: list[Event]) -> list[Event]:
    """Take the events of one round: up to its completion, and what came of that."""
    end = next(place for place, event in enumerate(events, 1) if isinstance(event, RoundCompleted))
    came_of_it = (PlayerLeft, ProcedureBegan, StepsInserted)
    return events[:end] + list(takewhile(lambda event: isinstance(event, came_of_it), events[end:]))


def _cents(money: Money) -> int:
    try:
        return cents(str(money))
    except ValueError as wrong:
        raise InputError(f"{wrong}.") from None


def _dollars(amount: int) -> Decimal:
    return Decimal(amount) / 100
