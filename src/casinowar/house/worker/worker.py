"""Worker: takes requests for any table, decides them in memory, and writes many in one durable commit.

Each request is validated, decided, authorized and appended. No answer is given before it is durable. Other
workers may write at the same table: the first to write a version wins, and the other decides again. After a
lost race, a worker locks the table before it decides, for a while.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import Table
from casinowar.house.accounts import Posting
from casinowar.house.journal import commits
from casinowar.house.journal.commits import Commit, JournalEntry, TableSettings
from casinowar.house.journal.requests import (
    Accepted,
    Actor,
    Answer,
    GoneOnError,
    Refused,
    TableRequest,
    malformed,
    refused,
)
from casinowar.house.journal.shoe_vault import RandomBytes, SealedOrder, ShoeVault, seal_order
from casinowar.house.offices import registry
from casinowar.house.offices.care import CARE
from casinowar.house.offices.cashier import CASHIER, CashierState
from casinowar.house.offices.coupons import check_coupons_held, held_by, moves_coupons
from casinowar.house.offices.linked_meters import MeterPosition, linked_terms
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import PIT_OFFICE, DropCash, PitState
from casinowar.house.offices.registry import OFFICES
from casinowar.house.policy.limits import Authorized, PlayLimits, Proposed, care_update
from casinowar.house.policy.permissions import (
    check_can_be_served,
    check_has_money,
    check_may_ask,
    check_takes_cash,
    permitted,
)
from casinowar.house.policy.slip_execution import carried_out
from casinowar.house.policy.two_person import HANDLES_CASH
from casinowar.house.storage.reader import DoneRequest
from casinowar.house.storage.store import JournalPage, LockConflictError, Store, WriteOutcome
from casinowar.house.worker.meter_cache import MeterCache
from casinowar.house.worker.streams import Clock, Stream, Streams
from casinowar.house.worker.table_state import Position, decided, rules_of
from casinowar.house.worker.timeouts import apply_timeouts, due
from casinowar.rulebooks import open_rulebook
from casinowar.version import __version__

_LOG = logging.getLogger("casinowar.house")
_ATTEMPTS: Final = 50
_UNLOCKED_ATTEMPTS: Final = 5
"""Failed attempts before taking an exclusive lock."""
_UNCONTENDED: Final = 20
"""Locked attempts without another writer before contention is forgotten."""
_TIMEOUT_BATCH: Final = 5
"""Tables whose timeouts are written in one commit."""
_ID_USED: Final = Phrase("House.id_used", "A request with this id was made before, and said something else.")
_FAILED: Final = Phrase("House.failed", "Something went wrong in the house; nothing was done.")
_NO_MONEY: Final = Phrase("House.not_enough_money", "There is not enough money for that.")
_OVER_LIMIT: Final = Phrase("House.over_limit", "The limit of losses allows less; nothing was done.")
_BUSY: Final = Phrase("House.busy_table", "Too many others act at this table; nothing was done.")


class Contention:
    """The tables where other workers write too."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        """Locked attempts left at each contended table."""

    def expected_at(self, tables: AbstractSet[str]) -> bool:
        return not self._left.keys().isdisjoint(tables)

    def race_lost(self, table: str) -> None:
        """Expect other writers at a table."""
        self._left[table] = _UNCONTENDED

    def locked(self, tables: AbstractSet[str], moved: AbstractSet[str]) -> None:
        """Note a locked attempt, and the tables where others had written before it."""
        for table in self._left.keys() & tables:
            left = _UNCONTENDED if table in moved else self._left[table] - 1
            self._left[table] = left
            if not left:
                del self._left[table]


class Decided(Struct, frozen=True):
    """What a request does, before it is written."""

    page: JournalPage
    commit: Commit
    before: Table
    position: Position
    """Where the table stands once the page is written."""


class Pending(Struct):
    """A request on its way to its answer. Without an answer it is attempted again."""

    request: TableRequest
    """Signed by its actor."""
    key: str
    answer: Answer | None = None
    decided: Decided | None = None
    """What this attempt writes; it is the answer once it is durable."""
    refused_on: dict[str, int] | None = None
    """Versions, not written yet, that a refusal was decided on; None if the answer is final."""

    @property
    def depends_on(self) -> list[str]:
        """The other journals that cash is decided on: what the player moved elsewhere, and who deals."""
        if not isinstance(self.request.command, HANDLES_CASH):
            return []
        return sorted({PIT_OFFICE, CASHIER, self.request.looks_at} - {self.request.table})

    def restart(self) -> None:
        self.answer = self.decided = self.refused_on = None


class Worker:
    """Serves the tables of a house from its store."""

    def __init__(
        self,
        store: Store,
        *,
        key: bytes,
        clock: Clock,
        random_bytes: RandomBytes,
        served_by_peer: Callable[[str], bool] | None = None,
    ) -> None:
        """Serve from a store; `served_by_peer` tells whether a peer process serves a table."""
        self.store, self._key, self._clock, self._random_bytes = store, key, clock, random_bytes
        self.streams = Streams(
            store, key=key, clock=clock, random_bytes=random_bytes, served_by_peer=served_by_peer
        )
        self.meters = MeterCache(store)
        self._limits = PlayLimits(store, self._cash_today)
        self._contention = Contention()

    # what the worker knows

    def position(self, table: str) -> Position:
        return self.streams.fresh(table).durable

    def recent(self, table: str, after: int) -> list[tuple[Table, Commit]]:
        return self.streams.fresh(table).since(after)

    def settings(self, table: str) -> TableSettings:
        return self.streams[table].settings

    def rules(self, table: str) -> Rules:
        rules = self.streams[table].rules
        if rules is None:
            raise InputError(f"{table} is not a table.")
        return rules

    def coupons(self, player: str) -> dict[int, int]:
        cashier: CashierState = self.streams.fresh(CASHIER).durable.office
        return held_by(self.store.held, cashier.coupons.get(player, ()), player)

    def now(self) -> int:
        """Tell the time by the house's clock, in milliseconds."""
        return self._clock()

    def done(self, actor: Actor, name: str) -> Accepted | None:
        key = f"{actor.name}/{name}"
        found = self.store.requests([key]).get(key)
        return Accepted(found.table, found.version, again=True) if found else None

    def refresh_all(self) -> dict[str, int]:
        """Read what other workers committed anywhere; gives the version of each table."""
        self.meters.forget()
        return self.streams.refresh_all()

    def refresh(self, table: str) -> None:
        self.streams.refresh(table)

    # what the worker does

    def open(self, table: str, settings: TableSettings) -> None:
        """Set up a table, which an operator then opens by OpenTable."""
        check_can_be_served(table, settings)
        text = settings.text or open_rulebook(settings.rulebook).text
        stored = commits.encode_settings(replace(settings, text=text, made_with=__version__))
        terms = linked_terms(rules_of(stored), settings.links)
        self.store.open_stream(table, stored, self._clock(), terms)

    def mark_ready(self, table: str, player: str) -> None:
        """Note that a player has placed every wager; betting closes early once all players say so."""
        stream = self.streams.fresh(table)
        stream.ready[player] = stream.durable.table.rounds

    def ask(self, *requests: TableRequest) -> list[Answer]:
        """Decide requests in order and write their commits together; every answer is durable."""
        wrong = malformed(requests)
        answers = iter(self._apply([each for place, each in enumerate(requests) if place not in wrong]))
        return [wrong[place] if place in wrong else next(answers) for place in range(len(requests))]

    def run_timeouts(self) -> list[Answer]:
        return [answer for answers in self.run_timeouts_in_batches() for answer in answers]

    def run_timeouts_in_batches(self, part: int = 0, parts: int = 1) -> Iterator[list[Answer]]:
        """Apply the timeouts of one part of the tables in small batches, one commit each.

        Requests that arrive meanwhile wait for one batch.
        """
        self.streams.catch_up(OFFICES)
        due_now = due(self.streams, [*self.streams][part::parts], self.meters, self._clock())
        for first in range(0, len(due_now), _TIMEOUT_BATCH):
            yield apply_timeouts(due_now[first : first + _TIMEOUT_BATCH], self._apply)
        pit = self.streams.get(PIT_OFFICE)
        if part == 0 and pit is not None and not self.streams.served_by_peer(PIT_OFFICE):
            yield carried_out(pit.durable.office, self._carry_out)

    def _carry_out(self, request: TableRequest) -> Answer:
        return next(iter(apply_timeouts([request], self._apply)), Refused("failed", _FAILED))

    # attempts

    def _apply(self, requests: Sequence[TableRequest]) -> list[Answer]:
        pending = [Pending(signed, signed.key) for signed in (each.signed for each in requests)]
        try:
            for number in range(_ATTEMPTS):
                left = [each for each in pending if each.answer is None]
                if not left:
                    break
                tables = {name for each in left for name in (each.request.table, *each.depends_on)}
                if not OFFICES.keys() <= self.streams.keys():
                    self.streams.open_offices()
                if self.streams.newest:
                    self.streams.catch_up(OFFICES.keys() | tables | {each.request.looks_at for each in left})
                if number < _UNLOCKED_ATTEMPTS and not self._contention.expected_at(tables):
                    self._attempt(left)
                else:
                    self._attempt_locked(left, tables)
        except BaseException:
            self._forget(pending)
            raise
        return [each.answer or Refused("busy", _BUSY) for each in pending]

    def _attempt_locked(self, left: Sequence[Pending], tables: set[str]) -> None:
        try:
            with self.store.exclusive_lock(tables):
                moved = self.streams.refresh_some(tables & self.streams.keys())
                self.meters.forget()
                self._attempt(left)
        except LockConflictError:  # nothing was written
            for each in left:
                each.restart()
            self._forget(left)
        else:
            self._contention.locked(tables, moved)

    def _attempt(self, left: Sequence[Pending]) -> None:
        """Validate, decide, authorize and append requests once; of equal ids only the first."""
        keys: set[str] = set()
        now: list[Pending] = []
        for each in left:
            if each.key not in keys:
                now.append(each)
            keys |= {each.key} - {""}
        done = self.store.requests(keys)
        for each in now:
            each.restart()
            if self._validate(each, done.get(each.key)):
                self._decide(each)
        self._append(now)

    def _forget(self, pending: Iterable[Pending]) -> None:
        for each in pending:
            self.streams.pop(each.request.table, None)
        self.meters.forget()

    # validate, decide, authorize

    def _validate(self, pending: Pending, done: DoneRequest | None) -> bool:
        """Tell whether to decide a request; one whose id was used is answered at once."""
        request = pending.request
        if done is not None:
            same = done.digest == commits.request_digest(request.table, request.command)
            pending.answer = (
                Accepted(done.table, done.version, again=True) if same else Refused("id_used", _ID_USED)
            )
            return False
        # New limits bind only once they are written: until then the request waits for the next attempt.
        return request.table == CARE or not self.streams[CARE].is_ahead

    def _decide(self, pending: Pending) -> None:
        """Decide a request on what is decided so far: it gets a page to write, or a refusal."""
        request = pending.request
        try:
            at, stream = self._clock(), self.streams[request.table]
            entries, position = self._decided(stream, request, at)
            authorized = self._authorized(stream, request, entries, at)
            self._prepare_page(pending, stream, authorized, position, at)
        except (Refusal, InputError) as no:
            self._refuse(pending, no)
        except Exception:  # noqa: BLE001 - a defect fails this request alone
            _LOG.exception("%s at %s failed", type(request.command).__name__, request.table)
            pending.answer = Refused("failed", _FAILED)

    def _decided(
        self, stream: Stream, request: TableRequest, at: int
    ) -> tuple[tuple[JournalEntry, ...], Position]:
        command = request.command
        if request.expects is not None and request.expects != stream.tip.version:
            name = request.table
            raise GoneOnError(
                Phrase("House.has_gone_on", "{table} has gone on since; nothing was done.", table=name)
            )
        if stream.rules is None:
            return self._decided_at_office(stream, request, at)
        if isinstance(command, OfficeCommand):
            raise InputError(f"{type(command).__name__} is for an office of the house, not for a table.")
        command = permitted(stream.settings, request.actor, command)
        check_has_money(command, self.store.balance)
        links = stream.settings.links
        shown = self.meters.shown(links, stream.tip.meters) if links else {}
        return decided(stream.rules, stream.settings, stream.tip, request.actor.name, command, at, shown)

    def _decided_at_office(
        self, stream: Stream, request: TableRequest, at: int
    ) -> tuple[tuple[JournalEntry, ...], Position]:
        office, actor, command = OFFICES[request.table], request.actor, request.command
        if isinstance(command, OfficeCommand):
            check_may_ask(actor, command)
        if isinstance(command, DropCash):
            at_table = self.streams[command.table]
            check_takes_cash(at_table.settings, at_table.tip.table, actor)
        events = registry.decide(office, stream.tip.office, actor.name, command, at)
        known = registry.apply_events(office, stream.tip.office, events, at)
        entry = JournalEntry(who=actor.name, command=command, events=events)
        return (entry,), replace(stream.tip, version=stream.tip.version + 1, office=known)

    def _authorized(
        self, stream: Stream, request: TableRequest, entries: tuple[JournalEntry, ...], at: int
    ) -> Authorized:
        tip, care = stream.tip, self.streams[CARE].tip
        return self._limits.authorize(
            Proposed(
                request=request,
                entries=entries,
                at=at,
                table=tip.table,
                rules=stream.rules,
                settings=stream.settings,
                reporter=tip.reporter,
                care=care.office,
                care_version=care.version,
            )
        )

    def _cash_today(self, player: str, at: int) -> int:
        """Add up the cash that a player moved within a day, at the counter and at tables."""
        counter: CashierState = self.streams[CASHIER].tip.office
        pit: PitState = self.streams[PIT_OFFICE].tip.office
        return counter.cash.of(player, at) + pit.cash.of(player, at)

    def _prepare_page(
        self, pending: Pending, stream: Stream, authorized: Authorized, position: Position, at: int
    ) -> None:
        request, settings, before = pending.request, stream.settings, stream.tip
        events = [event for entry in authorized.entries for event in entry.events]
        meters: tuple[MeterPosition, ...] = ()
        if settings.links or stream.rules is None:
            meters = self.meters.positions(settings.links, events, position.table)
        postings = self._postings(stream, request.table, events, meters)
        commit = Commit(
            table=request.table,
            version=position.version,
            at=at,
            id=pending.key,
            entries=authorized.entries,
            meters=meters,
        )
        body = commits.encode_commit(commit)
        position = replace(
            position,
            link=commits.next_link(before.link, body),
            meters=position.meters | {each.meter: each.version for each in meters},
        )
        page = JournalPage(
            table=request.table,
            version=position.version,
            at=at,
            body=body,
            link=position.link,
            before=before.link,
            id=pending.key,
            digest=commits.request_digest(request.table, request.command),
            postings=postings,
            meters=meters,
            care=care_update(stream.rules, before.table, position.table, commit, postings, authorized),
            depends_on=tuple((name, self.streams[name].tip.version) for name in pending.depends_on),
            orders=self._seal_orders(request.table, position.vault),
            snapshot=stream.snapshot(position),
        )
        position.vault.new.clear()
        pending.decided = Decided(page, commit, before.table, position)
        stream.tip = position
        if meters:
            self.meters.advance(meters)

    def _postings(
        self, stream: Stream, name: str, events: Sequence[e.Event], meters: tuple[MeterPosition, ...]
    ) -> tuple[Posting, ...]:
        """List what events move between accounts; a coupon must be held by its player."""
        settings, table = stream.settings, stream.tip.table
        coupons = settings.house.coupons
        found = tuple(registry.postings_of(name, table, events, settings.links, meters, coupons=coupons))
        if coupons or stream.rules is None:
            check_coupons_held(found, self.store.balance)
        return found

    def _seal_orders(self, table: str, vault: ShoeVault) -> tuple[SealedOrder, ...]:
        new = [(name, order, vault.trees[name].commitment) for name, order in vault.new.items()]
        return tuple(seal_order(self._key, table, *each, self._random_bytes) for each in new)

    def _refuse(self, pending: Pending, no: Refusal | InputError) -> None:
        """Refuse a request, if all that the refusal was decided on is written and still current."""
        names = (pending.request.table, pending.request.looks_at, CARE, CASHIER, PIT_OFFICE)
        known = {name: self.streams.get(name) for name in names}
        pending.answer = refused(no)
        pending.refused_on = {
            name: stream.tip.version for name, stream in known.items() if stream and stream.is_ahead
        }

    # append

    def _append(self, pending: Sequence[Pending]) -> None:
        """Write all pages in one durable commit, and settle each answer by what was written."""
        refusals = [each for each in pending if each.refused_on is not None]
        if refusals:
            self._recheck(refusals)
        writing = [(each, each.decided) for each in pending if each.decided is not None]
        unwritten: dict[str, int] = {}
        """The first version of each journal that was decided and not written."""
        outcomes = self.store.write([result.page for _, result in writing])
        for (each, result), outcome in zip(writing, outcomes, strict=True):
            if outcome is WriteOutcome.DURABLE:
                each.answer = self._accept(result)
            else:
                unwritten.setdefault(result.page.table, result.page.version)
                each.answer = self._undo(result.page, outcome)
        for each in refusals:
            ahead = (each.refused_on or {}).items()
            if any(version >= unwritten.get(name, version + 1) for name, version in ahead):
                each.answer = None

    def _recheck(self, refusals: Sequence[Pending]) -> None:
        """Attempt refusals again that were not decided on the newest commits, or were done meanwhile."""
        tables = {name for each in refusals for name in (each.request.table, each.request.looks_at)} | {CARE}
        versions = self.store.versions(tables)
        done = self.store.requests(each.key for each in refusals if each.key)
        moved = {name for name in tables if not self.streams.is_at(name, versions.get(name, 0))}
        for each in refusals:
            if moved & {each.request.table, each.request.looks_at, CARE} or each.key in done:
                each.answer = None

    def _accept(self, decided: Decided) -> Accepted:
        stream, page = self.streams[decided.page.table], decided.page
        stream.durable = decided.position
        stream.is_served_elsewhere = False
        stream.note(decided.before, decided.commit)
        if page.orders:
            decided.position.vault.forget()
        return Accepted(page.table, page.version, decided.commit)

    def _undo(self, page: JournalPage, outcome: WriteOutcome) -> Refused | None:
        """Go back to what is durable after a page that was not written; None means attempt it again."""
        stream = self.streams[page.table]
        stream.tip = stream.durable
        self.meters.forget()
        if outcome is WriteOutcome.OVERDRAWN and not moves_coupons(page.postings):
            return Refused("not_enough_money", _NO_MONEY)
        if outcome is WriteOutcome.OVER_LIMIT:
            return Refused("over_limit", _OVER_LIMIT)
        # Another page was first; if coupons are gone, the next attempt says so.
        before = stream.durable.version
        for name in (page.table, CARE, *(name for name, _ in page.depends_on)):
            self.refresh(name)
        if stream.durable.version != before:
            self._contention.race_lost(page.table)
        return None
