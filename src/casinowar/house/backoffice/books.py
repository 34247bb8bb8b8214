"""The books of tables: totals of their journals, updated commit by commit and closed in sheets.

Totals are by quarter of an hour and dealer. Wagers are counted by all that their exact odds depend on, so
their theoretical value needs no second reading of the journal. The database caches closed sheets, and
`verify` compares them with the journals.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from threading import RLock
from typing import Final, TypeVar

from msgspec import DecodeError, Struct, field, json
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.events import Place
from casinowar.game.evolve import evolve
from casinowar.game.ledger import transfer
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.game.words import Choice, Wager
from casinowar.house.backoffice.daybook import DayBook
from casinowar.house.journal.commits import Commit, JournalEntry, RecalledRound, decode_commit
from casinowar.house.offices.gaming_day import MINUTE, QUARTER
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store

T = TypeVar("T")

SHEET: Final = 1_000
"""Commits in a closed sheet."""
_QUARTER: Final = QUARTER * MINUTE
_PLAIN: Final = (Wager.WAR, Wager.WAR_TIE, Wager.DEALER_WINS)

WagerCounts = dict[str, int]
"""How often each wager was made, by kind, amount, and what else its odds depend on; see `wager_keys`."""


class BookLine(Struct, kw_only=True, omit_defaults=True):
    """Totals of a table under one dealer in a quarter of an hour; money in cents."""

    quarter: int
    dealer: str
    opener: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    closer: Cents = 0
    drop: Cents = 0
    """What players paid for chips."""
    redeemed: Cents = 0
    """What players got for chips."""
    win: Cents = 0
    """What play added to the table inventory, less what it took out."""
    rounds: int = 0
    wagers: WagerCounts = field(default_factory=dict)

    @property
    def at(self) -> int:
        """The start of the quarter, in milliseconds."""
        return self.quarter * _QUARTER


class PlayerSession(Struct, kw_only=True, omit_defaults=True):
    """A player's time at a table, from sitting down to leaving."""

    player: str
    began: int
    ended: int = 0
    """0 while the session lasts."""
    bought: Cents = 0
    redeemed: Cents = 0
    rounds: int = 0
    wagers: WagerCounts = field(default_factory=dict)


class Stint(Struct, kw_only=True, omit_defaults=True):
    """A dealer's time at a table."""

    dealer: str
    began: int
    ended: int = 0
    rounds: int = 0


class RoundBegun(Struct, kw_only=True):
    """A round in progress: its first commit, and the players who wager or bank."""

    first: int
    began: int
    players: list[str] = field(default_factory=list)


class CarryOver(Struct, kw_only=True):
    """The state that one sheet passes to the next."""

    table: Table = CLOSED
    sessions: dict[str, PlayerSession] = field(default_factory=dict)
    stint: Stint | None = None
    round: RoundBegun | None = None


class BookSheet(Struct, kw_only=True):
    """The totals up to a commit since the previous sheet."""

    version: int = 0
    at: int = 0
    lines: list[BookLine] = field(default_factory=list)
    sessions: list[PlayerSession] = field(default_factory=list)
    """Those that ended in it."""
    stints: list[Stint] = field(default_factory=list)
    rounds: list[RecalledRound] = field(default_factory=list)
    carried: CarryOver = field(default_factory=CarryOver)


class Bookkeeper:
    """Adds one commit after another to a sheet."""

    def __init__(self, before: BookSheet | None = None) -> None:
        self.sheet = BookSheet()
        if before is not None:
            carried = json.decode(json.encode(before.carried), type=CarryOver)
            self.sheet = BookSheet(version=before.version, at=before.at, carried=carried)
        self._lines: dict[tuple[int, str], BookLine] = {}

    def follow(self, commit: Commit) -> None:
        self.sheet.version, self.sheet.at = commit.version, commit.at
        for entry in commit.entries:
            self._entry(commit, entry)

    def _entry(self, commit: Commit, entry: JournalEntry) -> None:
        carried, at = self.sheet.carried, commit.at
        begun = carried.round
        completed: list[RecalledRound] = []
        for event in entry.events:
            table = carried.table
            self._event(table, event, at)
            after = evolve(table, event)
            if begun is None and table.round is None and after.round is not None:
                begun = carried.round = RoundBegun(first=commit.version, began=at)
            if isinstance(event, e.RoundCompleted) and begun is not None:
                completed.append(_recalled(event.round, begun, commit, table.dealer))
            if begun is not None and (player := _takes_part(table, event)) not in ("", *begun.players):
                begun.players.append(player)
            carried.table = after
        if begun is not None:
            for each in completed:  # after the whole entry, which may add players, too
                self.sheet.rounds.append(replace(each, players=tuple(begun.players)))
            if carried.table.round is None:
                carried.round = None

    def _line(self, at: int, dealer: str) -> BookLine:
        key = at // _QUARTER, dealer
        if key not in self._lines:
            self._lines[key] = BookLine(quarter=key[0], dealer=dealer)
            self.sheet.lines.append(self._lines[key])
        return self._lines[key]

    def _event(self, table: Table, event: e.Event, at: int) -> None:
        carried = self.sheet.carried
        if isinstance(event, e.MoneyEvent):
            self._money(table, event, at)
        elif isinstance(event, e.DealerArrived):
            if carried.stint is None or carried.stint.dealer != event.dealer:
                self._change_dealer(event.dealer, at)
        elif isinstance(event, e.RoundCompleted) and table.round is not None:
            self._round(table, table.round, at)

    def _change_dealer(self, dealer: str, at: int) -> None:
        carried = self.sheet.carried
        if carried.stint is not None:
            carried.stint.ended = at
            self.sheet.stints.append(carried.stint)
        carried.stint = Stint(dealer=dealer, began=at) if dealer else None

    def _money(self, table: Table, event: e.MoneyEvent, at: int) -> None:
        carried = self.sheet.carried
        dealer = event.dealer if isinstance(event, e.TableOpened) else table.dealer
        line = self._line(at, dealer)
        match event:
            case e.TableOpened():
                line.opener += event.inventory
                self._change_dealer(dealer, at)
            case e.FillMade():
                line.fills += event.amount
            case e.CreditMade():
                line.credits += event.amount
            case e.TableClosed():
                line.closer += event.inventory
                self._change_dealer("", at)
            case e.PlayerSeated():
                line.drop += event.chips
                seated = PlayerSession(player=event.player, began=at, bought=event.chips)
                carried.sessions[event.player] = seated
            case e.ChipsBought():
                line.drop += event.amount
                carried.sessions[event.player].bought += event.amount
            case e.ChipsCashed():
                line.redeemed += event.amount
                carried.sessions[event.player].redeemed += event.amount
            case e.PlayerLeft():
                line.redeemed += event.chips
                session = carried.sessions.pop(event.player)
                session.redeemed += event.chips
                session.ended = at
                self.sheet.sessions.append(session)
            case _:
                moved = transfer(event, table)
                if moved is not None:
                    inventory = (Place.INVENTORY,)
                    gained = (moved.target == inventory) - (moved.source == inventory)
                    line.win += gained * moved.amount

    def _round(self, table: Table, played: Round, at: int) -> None:
        """Count the settled wagers of a round; a void round has none."""
        line = self._line(at, table.dealer)
        line.rounds += 1
        if self.sheet.carried.stint is not None:
            self.sheet.carried.stint.rounds += 1
        hands = [] if played.void else [hand for hand in played.hands.values() if hand.settled]
        sessions = dict[str, PlayerSession]()
        for hand in hands:
            session = self.sheet.carried.sessions[hand.player]
            for wager in wager_keys(hand, hands):
                line.wagers[wager] = line.wagers.get(wager, 0) + 1
                session.wagers[wager] = session.wagers.get(wager, 0) + 1
            sessions[hand.player] = session
        for session in sessions.values():
            session.rounds += 1


def wager_keys(hand: Hand, hands: list[Hand]) -> Iterator[str]:
    """Name each wager of a settled hand, its amount, and what its odds depend on.

    >>> from casinowar.game.table import PlacedWager
    >>> [*wager_keys(Hand(number=1, player="Ann", wagers={Wager.INITIAL: PlacedWager(collected=10_00)}), [])]
    ['initial:1000:']
    """
    gave_up = hand.choice is Choice.SURRENDER and not hand.wars
    choice = " surrendered" if gave_up else ""
    if amount := hand.own(Wager.INITIAL):
        yield f"initial:{amount}:{choice}"
    if amount := hand.own(Wager.TIE):
        yield f"tie:{amount}:{'' if hand.own(Wager.INITIAL) or hand.redeemed else 'alone'}{choice}"
    for wager in _PLAIN:
        if amount := hand.own(wager):
            yield f"{wager}:{amount}:"
    if amount := hand.own(Wager.PROGRESSIVE):
        others = sum(other.player != hand.player for other in hands)
        yield f"progressive:{amount}:{others}{choice}"
    if amount := hand.own(Wager.BONUS_SPIN):
        among = sorted(other.number for other in hands if other.own(Wager.BONUS_SPIN))
        yield f"bonus_spin:{amount}:{hand.number} of {','.join(map(str, among))}"
    if coupon := hand.coupon or hand.coupon_taken:
        yield f"coupon:{coupon}:"


def _takes_part(table: Table, event: e.Event) -> str:
    """Name the player whom an event adds to a round: by a wager, or as the banker when bets close."""
    if isinstance(event, e.WagerPlaced):
        return event.player
    return table.banker if isinstance(event, e.NoMoreBetsCalled) else ""


def _recalled(number: int, begun: RoundBegun, commit: Commit, dealer: str) -> RecalledRound:
    return RecalledRound(
        round=number,
        first=begun.first,
        last=commit.version,
        began=begun.began,
        ended=commit.at,
        players=(),
        dealer=dealer,
    )


class TableBook:
    """All sheets of a table."""

    def __init__(self, table: str, settings: bytes) -> None:
        self.table, self.settings = table, settings
        self._closed: list[BookSheet] = []
        self._of_players: dict[str, list[RecalledRound]] = {}
        """The rounds of the closed sheets, by player."""
        self._keeper = Bookkeeper()

    @property
    def sheets(self) -> tuple[BookSheet, ...]:
        """All sheets; the last is still open."""
        return (*self._closed, self._keeper.sheet)

    @property
    def now(self) -> BookSheet:
        return self._keeper.sheet

    def lines(self) -> Iterator[BookLine]:
        return chain.from_iterable(sheet.lines for sheet in self.sheets)

    def sessions(self) -> Iterator[PlayerSession]:
        """List the sessions of players, open ones last."""
        over = chain.from_iterable(sheet.sessions for sheet in self.sheets)
        return chain(over, self.now.carried.sessions.values())

    def stints(self) -> Iterator[Stint]:
        going_on = self.now.carried.stint
        over = chain.from_iterable(sheet.stints for sheet in self.sheets)
        return chain(over, [] if going_on is None else [going_on])

    def rounds(self) -> Iterator[RecalledRound]:
        return chain.from_iterable(sheet.rounds for sheet in self.sheets)

    def rounds_of(self, player: str) -> Iterator[RecalledRound]:
        lately = (each for each in self.now.rounds if player in each.players)
        return chain(self._of_players.get(player, ()), lately)

    def before(self, version: int) -> tuple[int, Table]:
        """Find the last closed sheet before a commit: its version, and the table after it."""
        found = (sheet for sheet in reversed(self._closed) if sheet.version < version)
        sheet = next(found, None)
        return (0, CLOSED) if sheet is None else (sheet.version, sheet.carried.table)

    def add_closed(self, sheet: BookSheet) -> None:
        self._closed.append(sheet)
        for each in sheet.rounds:
            for player in each.players:
                self._of_players.setdefault(player, []).append(each)
        self._keeper = Bookkeeper(sheet)

    def follow(self, body: bytes) -> BookSheet | None:
        """Add a commit, and return the sheet that it closes."""
        self._keeper.follow(decode_commit(body))
        if self.now.version % SHEET:
            return None
        self.add_closed(self.now)
        return self._closed[-1]


class Books:
    """The books of all tables, which catch up with the journals on each access."""

    def __init__(self, store: StoreReader, *, keeps: Store | None = None) -> None:
        """Read from a store, and cache closed sheets in `keeps` if given."""
        self._store, self._keeps = store, keeps
        self._books: dict[str, TableBook] = {}
        self._pit = DayBook()
        self._lock = RLock()

    def tables(self) -> list[str]:
        return [name for name in self._store.tables() if name not in OFFICES]

    def look(self, reading: Callable[["Books"], T]) -> T:
        """Read the books under their lock."""
        with self._lock:
            return reading(self)

    def keep_up(self) -> None:
        """Catch up with all journals, so that later reads are quick."""
        for table in self.tables():
            self.of(table)
        self.pit()

    def pit(self) -> DayBook:
        with self._lock:
            self._pit.catch_up(self._store)
            return self._pit

    def of(self, table: str) -> TableBook:
        with self._lock:
            book = self._books.get(table) or self._opened(table)
            try:
                self._catch_up(book)
            except BaseException:
                self._books.pop(table, None)  # it may contain half a commit
                raise
            self._books[table] = book
            return book

    def _opened(self, table: str) -> TableBook:
        settings = None if table in OFFICES else self._store.settings(table)
        if settings is None:
            raise InputError(f"There is no table {table}.")
        book = TableBook(table, settings)
        for version, body in self._store.sheets(table):
            if version != book.now.version + SHEET:
                break
            try:
                book.add_closed(json.decode(body, type=BookSheet))
            except DecodeError:  # another version of the package made it: recompute it
                break
        return book

    def _catch_up(self, book: TableBook) -> None:
        while pages := self._store.pages(book.table, book.now.version, SHEET):
            for _, body, _ in pages:
                closed = book.follow(body)
                if closed is not None and self._keeps is not None:
                    self._keeps.keep_sheet(book.table, closed.version, json.encode(closed))
            if len(pages) < SHEET:
                return


def wrong_sheets(store: StoreReader, table: str) -> Iterator[int]:
    keeper = Bookkeeper()
    for version, body in store.sheets(table):
        for _, page, _ in store.pages(table, keeper.sheet.version, version - keeper.sheet.version):
            keeper.follow(decode_commit(page))
        if keeper.sheet.version != version or json.encode(keeper.sheet) != body:
            yield version
        keeper = Bookkeeper(keeper.sheet)
