"""The table API: a table in a few lines of Python, with the automatic dealer doing the duties."""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from itertools import chain, repeat
from os import PathLike
from typing import Any

from casinowar.game import commands as c
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.automatic import Deed, answer_of_others, attend, give, give_with_fill
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.chance import OpenSource, Source
from casinowar.game.events import Event, HandVoided, RoundCompleted
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import CLOSED, Hand
from casinowar.game.table import Table as TableState
from casinowar.game.words import PLACES, Act, Ruling, Wager
from casinowar.parsing import a_function, a_name, a_word, posted, several, shown, whole_number
from casinowar.parsing import amount as _cents
from casinowar.record import saved_game
from casinowar.record.text import Entry, Record, write
from casinowar.rulebooks import RulebookFile, TomlText, load_rules, names, open_rulebook
from casinowar.rulebooks.default_limits import with_limits
from casinowar.telling.event_list import Events
from casinowar.telling.phrases import player_giving
from casinowar.telling.result import Result, results
from casinowar.telling.seating_chart import in_a_line, in_a_table

Money = int | str | Decimal
"""Dollars: ``10``, ``"12.50"`` or a Decimal."""

Shuffling = Callable[[tuple[Card, ...]], tuple[Card, ...]]
Watching = Callable[[Event, TableState, TableState], None]
"""Called with each event as it happens, and the table before and after it."""


class Table:
    """A Casino War table.

    Deal a round under a rulebook; with a seed it is the same each time:

    >>> table = Table("maryland", seed=7)
    >>> table.sit("Ann", seat=1, chips=100)
    Ann took seat 1 with $100.00 in chips. (and 14 more)
    >>> table.wager(1, 10, tie=5)
    Ann at seat 1 placed an initial wager of $10.00. (and 1 more)
    >>> table
    <maryland, round 1: seat 1 Ann $85.00 (initial $10.00, tie $5.00)>
    >>> table.deal()
    The dealer called no more bets, and deals to seat 1 and the dealer. (and 8 more)
    >>> table.results[0].net, table.chips("Ann")
    (Decimal('-15'), Decimal('85'))

    Tables are equal if their rules, commands and events are. They pickle with their chance, but without
    `watching`; a custom `shuffling` must be a function with a name.
    """

    def _set_up(self, file: RulebookFile, rules: Rules, asking: Collection[Act]) -> None:
        self.rulebook, self.rules = file, rules
        self.state: TableState = CLOSED
        self.events: list[Event] = []
        self.results: list[Result] = []
        self.watching: Watching | None = None
        self.shell: dict[str, Any] = {}
        """A shell's own data in the saved game that the table resumes."""
        self._text = "" if self.rules.book.name in names() else file.text
        self._due: tuple[TableState, Duty] | None = None
        self._entries: list[Entry] = []
        self._began: tuple[TableState, int] = (CLOSED, 0)
        self._void: list[Hand] = []
        self._rounds: dict[int, tuple[TableState, slice]] = {}
        self._asking = frozenset(a_word(Act, act) for act in several("asking", asking))
        self._seeded: random.Random | None = None
        self._shuffling: Shuffling | None = None
        self._source: Source = OpenSource(self._shuffle, self._draw)

    def __init__(  # noqa: PLR0913 - callers pass them by name
        self,
        rulebook: str | PathLike[str] | TomlText = "maryland",
        *,
        house: House | str | PathLike[str] | None = None,
        readings: Mapping[str, str] | None = None,
        limits: Mapping[str, tuple[Money, Money]] | None = None,
        seed: int | None = None,
        shuffling: Shuffling | None = None,
        source: Source | None = None,
        asking: Collection[Act] = (),
        watching: Watching | None = None,
    ) -> None:
        """Open a table: a rulebook's name or file, the house's choices, and the source of chance.

        `limits` posts limits; by default, the sample house's if the text requires some. Without a seed, the
        operating system's random source shuffles and spins the wheel; a `source` of your own may deal from
        shoes whose order it keeps secret (see casinowar.game.chance). Players refuse the cut and the tie
        wager on the war deal, and a floorperson is always at hand. The table waits for the acts in `asking`
        instead.
        """
        file = open_rulebook(rulebook)
        rules = load_rules(file, house, readings)
        chosen = posted(rules.house, limits) if limits else rules.house
        if (opens_with := with_limits(rules.book, chosen)) != rules.house:
            rules = Rules(rules.book, opens_with)
        self._set_up(file, rules, asking)
        self.watching = a_function("watching", watching)
        self._seeded = None if seed is None else random.Random(whole_number("A seed", seed))  # noqa: S311 - a seed is for experiments
        self._shuffling = a_function("shuffling", shuffling)
        self._source = self._source if source is None else _checked_source(source)
        self.give(c.OpenTable())

    # actions

    def sit(self, player: str, *, seat: int = 0, behind: int = 0, chips: Money) -> Events:
        """Seat a player with chips, or let a backline bettor stand behind a seat."""
        if seat == 0 and not behind:
            raise InputError("Say where to sit: seat=1, or behind=1 for a backline bettor.")
        if behind:
            seat = self.state.place_behind(_seat(behind))
        return self.give(c.Sit(player=a_name(player), seat=_seat(seat), chips=_cents(chips)))

    def wager(  # noqa: PLR0913 - one name for each wager
        self,
        seat: int,
        amount: Money = 0,
        *,
        tie: Money = 0,
        progressive: Money = 0,
        spin: Money = 0,
        coupon: Money = 0,
        dealer_wins: Money = 0,
        card: int = 0,
        player: str = "",
    ) -> Events:
        """Place or raise wagers at a seat, or from a terminal on a community card; all are placed or none.

        A coupon lies beside the initial wager, and `dealer_wins` is a wager on the dealer's card. `player`
        wagers on a box beside their own.
        """
        hand = PLACES * _seat(seat) + _seat(card) if card else _seat(seat)
        wagers = Wagers(*map(_cents, (amount, tie, progressive, spin, coupon, dealer_wins)))
        return self.give(*wagers.commands(hand, a_name(player)))

    def bank(self, seat: int, amount: Money) -> Events:
        """Take the bank and put up the player/dealer's wager."""
        return self.give(c.TakeBank(seat=_seat(seat), amount=_cents(amount)))

    def decline_bank(self, seat: int) -> Events:
        """Decline the bank, give it up after a round, or take it back before the deal."""
        return self.give(c.DeclineBank(seat=_seat(seat)))

    def add_to_bank(self, amount: Money) -> Events:
        """Add to the bank before the deal, or when ties are seen, if that is allowed."""
        return self.give(c.AddToBank(amount=_cents(amount)))

    def spin(self, seat: int, hot_spot: str, community: str = "") -> Events:
        """Report where the wheel stopped, if a person spins it."""
        return self.give(c.SpinWheel(hand=_seat(seat), hot_spot=hot_spot, community=community))

    def withdraw(self, seat: int, *, wager: Wager = Wager.INITIAL) -> Events:
        """Take a wager back before the deal; the initial wager takes the others with it."""
        return self.give(c.WithdrawWager(hand=_seat(seat), wager=a_word(Wager, wager)))

    def deal(self) -> Events:
        """Call no more bets, deal, and settle what can be settled without a choice."""
        return self.give(c.CallNoMoreBets())

    def surrender(self, seat: int) -> Events:
        return self.give(c.Surrender(hand=_seat(seat)))

    def war(self, seat: int, *, tie: Money = 0) -> Events:
        """Go to war with the tie hand at a seat, with a tie wager on the war deal if that is offered."""
        wagers: list[c.Command] = [c.GoToWar(hand=_seat(seat))]
        if _cents(tie):
            wagers.append(c.PlaceWager(hand=_seat(seat), wager=Wager.WAR_TIE, amount=_cents(tie)))
        return self.give(*wagers)

    def answer_tie_offer(self, seat: int, tie: Money = 0) -> Events:
        """Place the tie wager that is offered on the war deal, or decline it."""
        placed = c.PlaceWager(hand=_seat(seat), wager=Wager.WAR_TIE, amount=_cents(tie))
        return self.give(placed if placed.amount else c.DeclineTieWager(hand=_seat(seat)))

    def answer_cut(self, seat: int, depth: int = 0) -> Events:
        """Cut the stack at this depth, or refuse the cut."""
        if depth:
            return self.give(c.CutStack(seat=_seat(seat), depth=whole_number("A depth", depth)))
        return self.give(c.RefuseCut(seat=_seat(seat)))

    def rule(self, ruling: Ruling, *, note: str = "", who: str = "") -> Events:
        """Rule on an irregularity, as the floorperson does, with a note for the record."""
        return self.give(c.Rule(ruling=a_word(Ruling, ruling), note=note), who=who)

    def buy(self, player: str, chips: Money) -> Events:
        return self.give(c.BuyChips(player=a_name(player), amount=_cents(chips)))

    def leave(self, player: str) -> Events:
        return self.give(c.LeaveTable(player=a_name(player)))

    # queries

    def chips(self, player: str) -> Decimal:
        """Give a player's chips, in dollars."""
        if a_name(player) not in self.state.chips:
            raise Refusal(Reason.NOT_SEATED, player=player)
        return _dollars(self.state.chips[player])

    @property
    def limits(self) -> dict[Wager, tuple[Decimal, Decimal]]:
        """The smallest and largest of each wager with posted limits, in dollars."""
        return {wager: (_dollars(span[0]), _dollars(span[1])) for wager, span in self.rules.limits.items()}

    @property
    def meters(self) -> dict[str, Decimal]:
        """What each meter shows, in dollars."""
        return {name: _dollars(amount) for name, amount in self.state.meters.items()}

    @property
    def choosing(self) -> int:
        """The seat, or hand, whose turn it is to surrender or go to war, or 0."""
        duty = self.due
        return duty.seat or 0 if duty.act is Act.CHOOSE else 0

    @property
    def due(self) -> Duty:
        if self._due is None or self._due[0] is not self.state:
            self._due = (self.state, next_duty(self.rules, self.state))
        return self._due[1]

    def record(self, round: int | None = None, *, all: bool = False) -> str:  # noqa: A002 - the words that people use
        """Write the record of a completed round, by default the last one, or of the session."""
        number = self.state.rounds if round is None else whole_number("A round", round)
        before, entries = CLOSED, slice(None)
        if not all:
            if not self._rounds:
                raise InputError("No round is complete at this table yet.")
            if number not in self._rounds:
                raise InputError(f"Round {number} is not complete at this table.")
            before, entries = self._rounds[number]
        return write(Record.of(self.rules, before, self._entries[entries], self._text))

    def save(self, path: str | PathLike[str], shell: Mapping[str, object] | None = None) -> None:
        """Save the game in a file, which reveals every card to come; `Table.resume` continues it."""
        if not isinstance(self._source, OpenSource):
            raise InputError("This table cannot be saved here: another source keeps the orders of its shoes.")
        if self._shuffling is not None:
            raise InputError(
                "A table with its own shuffling function cannot be saved: a file cannot hold the function."
            )
        record = saved_game.unhidden(self.rules, self._entries, self._text)
        saved_game.write(path, record, self._seeded, shell, asking=self._asking)

    @classmethod
    def resume(
        cls,
        path: str | PathLike[str],
        *,
        asking: Collection[Act] | None = None,
        watching: Watching | None = None,
    ) -> "Table":
        """Continue a saved game exactly where it stopped.

        It waits for the same acts unless `asking` names others; `watching` must be given again.
        """
        with saved_game.opened(path) as game:
            record = game.read()
            book = TomlText(f"rulebook {record.rulebook}", record.text) if record.text else record.rulebook
            table: Table = cls.__new__(cls)
            file = open_rulebook(book)
            asked = game.asking if asking is None else asking
            table._set_up(file, load_rules(file, record.house, record.readings), asked)
            table._seeded, table.shell = game.generator(), game.shell
            for deed, who in saved_game.deeds(table.rules, record):
                table._take_in([deed], [who])
        table.watching = a_function("watching", watching)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.rules == other.rules and self._entries == other._entries

    __hash__ = None  # type: ignore[assignment] # a table changes

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the watching function, which may not pickle."""
        return {**vars(self), "watching": None}

    def __repr__(self) -> str:
        return f"<{self.rules.book.name}, round {self.state.rounds + 1}: {in_a_line(self.state)}>"

    def _repr_html_(self) -> str:
        return in_a_table(self.state, f"{self.rules.book.title}, round {self.state.rounds + 1}")

    # internals

    def give(self, *commands: c.Command, who: str = "") -> Events:
        """Give commands as one, then let the automatic dealer do what is due.

        If one is refused, none of them changes anything. The record says who gave them: a player's command
        comes from that player unless `who` names another person.
        """
        before, first = self.state, len(self.events)
        a_name(who)
        for command in commands:
            if not isinstance(command, c.Command):
                raise InputError(f"A command is one of casinowar.commands, not {shown(command)}.")
        deeds, people, state = list[Deed](), list[str](), before
        for command in commands:
            giver = who or player_giving(command, state)
            done = self._done(state, command)
            people += [giver if deed.command is command else "" for deed in done]
            deeds += done
            state = done[-1].tables[-1]
        self._follow(deeds, people)
        while self.due.act not in self._asking and (
            answer := answer_of_others(self.rules, self.state, self.due, self._source)
        ):
            self._follow(self._done(self.state, answer))
        return Events(self.events[first:], before)

    def _done(self, state: TableState, command: c.Command) -> list[Deed]:
        """Give a command, with the fill that it may need."""
        if Act.FILL_TABLE in self._asking:
            return [give(self.rules, state, command)]
        return give_with_fill(self.rules, state, command)

    def _follow(self, deeds: list[Deed], people: Iterable[str] = ()) -> None:
        """Take in the results and what the automatic dealer does then, each event once."""
        state = deeds[-1].tables[-1] if deeds else self.state
        for deed in deeds:
            self._source.follow(deed.events)
        deeds += attend(self.rules, state, self._source, asking=self._asking)
        self._take_in(deeds, people)

    def _take_in(self, deeds: list[Deed], people: Iterable[str]) -> None:
        happened: list[tuple[Event, TableState, TableState]] = []
        entries, before = list[Entry](), self.state
        for deed, who in zip(deeds, chain(people, repeat("")), strict=False):
            entries.append(Entry(command=deed.command, events=deed.events, who=who, at=before.clock))
            for event, after in zip(deed.events, deed.tables, strict=True):
                if before.round is None or after.round is None or type(event) is HandVoided:
                    self._note(event, before, after, len(self._entries) + len(entries))
                happened.append((event, before, after))
                before = after
        # Together: a signal in the middle of it would leave a record of what never happened at the table.
        self._entries += entries
        self.events += [event for event, _, _ in happened]
        self.state = before
        if self.watching:
            for each in happened:
                self.watching(*each)

    def _note(self, event: Event, before: TableState, after: TableState, entries: int) -> None:
        """Note where rounds begin and end, counted in entries, and how they ended, including void hands."""
        if before.round is None:
            if after.round is not None:
                self._began, self._void = (before, entries - 1), []
        elif isinstance(event, HandVoided):
            self._void.append(before.round.hands[event.hand])
        elif isinstance(event, RoundCompleted):
            self.results = results(before.round, before, self._void)
            start, first = self._began
            self._rounds[event.round] = (start, slice(first, entries))

    @property
    def _chance(self) -> random.Random:
        return self._seeded or random.SystemRandom()

    def _draw(self, stops: int) -> int:
        return self._chance.randrange(stops)

    def _shuffle(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if self._shuffling is None:
            return tuple(self._chance.sample(cards, len(cards)))
        shuffled: object = self._shuffling(cards)
        if not isinstance(shuffled, list | tuple):
            raise InputError(f"shuffling gives the cards in their new order, not {shown(shuffled)}.")
        return tuple(shuffled)


def _seat(seat: int) -> int:
    return whole_number("A seat", seat)


def _dollars(amount: int) -> Decimal:
    return Decimal(amount) / 100


def _checked_source(said: object) -> Source:
    if isinstance(said, type) or not isinstance(said, Source):
        raise InputError(
            f"source has the methods of casinowar.game.chance.Source, which {shown(said)} lacks."
        )
    return said
