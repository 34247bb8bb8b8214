"""Turns: at which tables other workers write, too, so that one asks for one's turn before one decides."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    split_repeated_ids,
)
from casinowar.house.journal.shoes import RandomBytes, SealedOrder, ShoeVault, seal_order
from casinowar.house.offices import registry
from casinowar.house.offices.care import CARE
from casinowar.house.offices.cashier import CASHIER, CashierState
from casinowar.house.offices.coupons import check_coupons_held, held_by, moves_coupons
from casinowar.house.offices.linked_meters import MeterPosition, linked_terms
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import PIT_OFFICE, DropCash, PitState
from casinowar.house.offices.registry import OFFICES
from casinowar.house.policy.limits import Authorized, OfficeOfCare, PlayLimits, taken
from casinowar.house.policy.permissions import (
    check_can_be_served,
    check_has_money,
    check_may_ask,
    check_takes_cash,
    permitted,
)
from casinowar.house.policy.slip_execution import carried_out
from casinowar.house.policy.two_person import HANDLES_CASH
from casinowar.house.storage.reader import DoneRequest, StoreReader
from casinowar.house.storage.store import JournalPage, LockConflictError, Store, WriteOutcome
from casinowar.house.worker.meter_cache import MeterCache
from casinowar.house.worker.position import Position, decided, rules_of
from casinowar.house.worker.streams import Clock, Stream, Streams
from casinowar.house.worker.timeouts import due, passed
from casinowar.rulebooks import open_rulebook
from casinowar.version import __version__

_QUIET: Final = 20
"""After so many turns without another worker none is reckoned with any more."""


class Contention:
    """What a worker knows of the others who write."""

    def __init__(self) -> None:
        """Reckon with nobody yet."""
        self._left: dict[str, int] = {}
        """For how many turns more others are reckoned with at each table."""

    def are_contested(self, tables: AbstractSet[str]) -> bool:
        """Tell whether others are reckoned with at any of some tables."""
        return not self._left.keys().isdisjoint(tables)

    def lost(self, table: str) -> None:
        """Reckon with others at a table, because one was faster."""
        self._left[table] = _QUIET

    def taken(self, tables: AbstractSet[str], moved: AbstractSet[str]) -> None:
        """Take in at which tables others had written when it was one's turn there."""
        for table in self._left.keys() & tables:
            left = _QUIET if table in moved else self._left[table] - 1
            self._left[table] = left
            if not left:
                del self._left[table]


class Waiting(Struct):
    """A request that is accepted once its page is written."""

    asked: TableRequest
    page: JournalPage
    commit: Commit
    position: Position
    before: Table


class Refusing(Struct):
    """A request that is refused, unless another worker has just gone on, or what it came after falls."""

    asked: TableRequest
    answer: Refused
    after: dict[str, int]
    """How far journals were decided that are not written so far yet."""

    def holds(self, first_unwritten: Mapping[str, int]) -> bool:
        """Tell whether all was written that it came after."""
        return all(version < first_unwritten.get(name, version + 1) for name, version in self.after.items())


def dependencies(asked: TableRequest) -> list[str]:
    """Name the other journals on which cash is decided: how much went elsewhere, and who deals there."""
    if not isinstance(asked.command, HANDLES_CASH):
        return []
    return sorted({PIT_OFFICE, CASHIER, asked.looks_at} - {asked.table})


def first_unwritten(pages: Iterable[JournalPage], written: Iterable[WriteOutcome]) -> dict[str, int]:
    """Find the first version of each journal that was decided and not written."""
    found: dict[str, int] = {}
    for page, what in zip(pages, written, strict=True):
        if what is not WriteOutcome.DURABLE:
            found.setdefault(page.table, page.version)
    return found


def refusing(asked: TableRequest, no: Refusal | InputError, streams: Streams) -> Refusing:
    """Refuse a request on what is decided so far."""
    known = {name: streams.get(name) for name in (asked.table, asked.looks_at, CARE, CASHIER, PIT_OFFICE)}
    ahead = {name: stream.tip.version for name, stream in known.items() if stream and stream.is_ahead}
    return Refusing(asked, refused(no), ahead)


def standing(refusing: Sequence[Refusing], store: StoreReader, streams: Streams) -> Iterator[bool]:
    """Tell of each refusal whether it was decided on the newest there is; what is newer is taken in."""
    if not refusing:
        return
    tables = {name for each in refusing for name in (each.asked.table, each.asked.looks_at)} | {CARE}
    versions = store.versions(tables)
    done = store.requests(
        each.asked.key for each in refusing if each.asked.key
    )  # none done meanwhile is missed
    newest = {name for name in tables if streams.is_at(name, versions.get(name, 0))}
    for each in refusing:
        decided_on = {each.asked.table, each.asked.looks_at, CARE}
        yield decided_on <= newest and each.asked.key not in done


_LOG = logging.getLogger("casinowar.house")
_TRIES: Final = 50
_PATIENCE: Final = 5
"""After so many turns in vain nobody else is let in until it is written."""
_AT_A_TIME: Final = 5
"""At so many tables silence is dealt with together."""
_ID_USED: Final = Phrase("House.id_used", "A request with this id was made before, and said something else.")
_FAILED: Final = Phrase("House.failed", "Something went wrong in the house; nothing was done.")
_NO_MONEY: Final = Phrase("House.not_enough_money", "There is not enough money for that.")
_OVER_LIMIT: Final = Phrase("House.over_limit", "The limit of losses allows less; nothing was done.")
_BUSY: Final = Phrase("House.busy_table", "Too many others act at this table; nothing was done.")
_Placed = tuple[int, TableRequest]


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
        self._oversight = PlayLimits(store)
        self._turns = Contention()

    def open(self, table: str, settings: TableSettings) -> None:
        """Set up a table, which an operator then opens by OpenTable."""
        check_can_be_served(table, settings)
        text = settings.text or open_rulebook(settings.rulebook).text
        stored = commits.encode_settings(replace(settings, text=text, made_with=__version__))
        terms = linked_terms(rules_of(stored), settings.links)
        self.store.open_stream(table, stored, self._clock(), terms)

    def position(self, table: str) -> Position:
        """Tell where a table stands for good."""
        return self.streams.fresh(table).durable

    def recent(self, table: str, after: int) -> list[tuple[Table, Commit]]:
        """Give the last commits after a version, each with the table before it; no more than are kept."""
        return self.streams.fresh(table).since(after)

    def mark_ready(self, table: str, player: str) -> None:
        """Take note that a player has no more wagers to place; once all say so, nobody is waited for."""
        stream = self.streams.fresh(table)
        stream.ready[player] = stream.durable.table.rounds

    def settings(self, table: str) -> TableSettings:
        """Tell how a table is served."""
        return self.streams[table].settings

    def coupons(self, player: str) -> dict[int, int]:
        """Tell how many coupons somebody holds of each value."""
        cashier: CashierState = self.streams.fresh(CASHIER).durable.office
        return held_by(self.store.held, cashier.coupons.get(player, ()), player)

    def now(self) -> int:
        """Tell the time by the house's clock, in milliseconds."""
        return self._clock()

    def rules(self, table: str) -> Rules:
        """Tell what a table is run by."""
        rules = self.streams[table].rules
        if rules is None:
            raise InputError(f"{table} is not a table.")
        return rules

    def refresh_all(self) -> dict[str, int]:
        """Take in what other workers did at any table; gives the version of each."""
        self.meters.forget()
        return self.streams.refresh_all()

    def refresh(self, table: str) -> None:
        """Take in what other workers committed at a table."""
        self.streams.refresh(table)

    def ask(self, *requests: TableRequest) -> list[Answer]:
        """Decide requests in order and write what they bring about in one commit; all answers are durable."""
        return self._apply(requests, malformed(requests))

    def _apply(
        self, requests: Sequence[TableRequest], answers: dict[int, Answer] | None = None
    ) -> list[Answer]:
        try:
            return self._asked(requests, answers or {})
        except BaseException:
            self._forget(requests)
            raise

    def _forget(self, requests: Iterable[TableRequest]) -> None:
        """Drop what was decided and not written: the tables are read again when they are needed."""
        for request in requests:
            self.streams.pop(request.table, None)
        self.meters.forget()

    def _asked(self, requests: Sequence[TableRequest], answers: dict[int, Answer]) -> list[Answer]:
        left = [(place, request) for place, request in enumerate(requests) if place not in answers]
        for tried in range(_TRIES):
            if not left:
                break
            self.streams.open_offices()
            tables = {name for _, asked in left for name in (asked.table, *dependencies(asked))}
            self.streams.catch_up(OFFICES.keys() | tables | {asked.looks_at for _, asked in left})
            if tried < _PATIENCE and not self._turns.are_contested(tables):
                left = self._taken(left, answers)
            else:
                left = self._taken_alone(tables, left, answers)
        for place, _ in left:
            answers[place] = Refused("busy", _BUSY)
        return [answers[place] for place in range(len(requests))]

    def _taken_alone(
        self, tables: set[str], left: list[_Placed], answers: dict[int, Answer]
    ) -> list[_Placed]:
        """Decide and write what is left while nobody else writes at the tables."""
        given: dict[int, Answer] = {}
        try:
            with self.store.exclusive_lock(tables):
                moved = self.streams.refresh_some(tables & self.streams.keys())
                self.meters.forget()
                rest = self._taken(left, given)
        except LockConflictError:
            self._forget(asked for _, asked in left)
            return left
        answers |= given
        self._turns.taken(tables, moved)
        return rest

    def _taken(self, left: list[_Placed], answers: dict[int, Answer]) -> list[_Placed]:
        """Decide and write what is left, and give what others were faster with."""
        waiting, no = list[tuple[int, Waiting]](), list[tuple[int, Refusing]]()
        turn, left = split_repeated_ids(left)
        done = self.store.requests(asked.key for _, asked in turn if asked.key)
        for place, asked in turn:
            outcome = self._prepared(asked, done.get(asked.key))
            if isinstance(outcome, Waiting):
                waiting.append((place, outcome))
            elif isinstance(outcome, Refusing):
                no.append((place, outcome))
            elif outcome is None:
                left.append((place, asked))
            else:
                answers[place] = outcome
        stands = [*standing([each for _, each in no], self.store, self.streams)]
        written = self.store.write(pages := [each.page for _, each in waiting])
        fell = first_unwritten(pages, written)
        for (place, each), what in zip(waiting, written, strict=True):
            answer = self._answered(each, what)
            if answer is None:
                left.append((place, each.asked))
            else:
                answers[place] = answer
        for (place, each_no), stood in zip(no, stands, strict=True):
            if stood and each_no.holds(fell):
                answers[place] = each_no.answer
            else:
                left.append((place, each_no.asked))
        return left

    def run_timeouts(self) -> list[Answer]:
        """Do what silence brings about at the tables that this worker serves."""
        return [answer for answers in self.run_timeouts_in_batches() for answer in answers]

    def run_timeouts_in_batches(self, part: int = 0, parts: int = 1) -> Iterator[list[Answer]]:
        """Do what silence brings about at a part of the tables, a few at a time, each time in one commit.

        Whoever asks for something meanwhile waits for a few tables, not for all.
        """
        self.streams.catch_up(OFFICES)
        asked = due(self.streams, [*self.streams][part::parts], self.meters, self._clock())
        for first in range(0, len(asked), _AT_A_TIME):
            yield passed(asked[first : first + _AT_A_TIME], self._apply)
        pit = self.streams.get(PIT_OFFICE)
        if part == 0 and pit is not None and not self.streams.served_by_peer(PIT_OFFICE):
            yield carried_out(pit.durable.office, self._done_by_itself)

    def _done_by_itself(self, asked: TableRequest) -> Answer:
        return next(iter(passed([asked], self._apply)), Refused("failed", _FAILED))

    def done(self, actor: Actor, name: str) -> Accepted | None:
        """Find what became of somebody's request by its id; None if nothing did."""
        key = f"{actor.name}/{name}"
        found = self.store.requests([key]).get(key)
        return Accepted(found.table, found.version, again=True) if found else None

    def _prepared(
        self, asked: TableRequest, before: DoneRequest | None
    ) -> Waiting | Refusing | Answer | None:
        """Decide a request on what is decided so far, unless it was done before; None is to ask again."""
        digest = (asked := asked.signed).digest
        if before is not None and before.digest == digest:
            return Accepted(before.table, before.version, again=True)
        if before is not None:
            return Refused("id_used", _ID_USED)
        if asked.table != CARE and self.streams[CARE].is_ahead:
            return None  # limits that are only decided may turn out to be others
        try:
            at, stream = self._clock(), self.streams[asked.table]
            entries, position = self._decided(stream, asked, at)
            seen = self._overseen(stream, asked, entries, at)
            happened = [event for entry in seen.entries for event in entry.events]
            stands = self.meters.stands(stream.settings.links, happened, position.table)
            posted = self._posted(stream, asked.table, happened, stands)
        except (Refusal, InputError) as no:
            return refusing(asked, no, self.streams)
        except Exception:  # noqa: BLE001 - whatever it is, it is this request's alone
            _LOG.exception("%s at %s failed", type(asked.command).__name__, asked.table)
            return Refused("failed", _FAILED)
        commit = Commit(
            table=asked.table,
            version=position.version,
            at=at,
            id=asked.key,
            entries=seen.entries,
            meters=stands,
        )
        body = commits.encode_commit(commit)
        meters = position.meters | {each.meter: each.version for each in stands}
        position = replace(position, link=commits.next_link(stream.tip.link, body), meters=meters)
        table = stream.tip.table
        page = JournalPage(
            table=asked.table,
            version=position.version,
            at=commit.at,
            body=body,
            link=position.link,
            before=stream.tip.link,
            id=asked.key,
            digest=digest,
            postings=posted,
            meters=stands,
            care=taken(stream.rules, table, position.table, commit, posted, seen),
            depends_on=tuple((name, self.streams[name].tip.version) for name in dependencies(asked)),
            orders=self._sealed(asked.table, position.vault),
            snapshot=stream.snapshot(position),
        )
        position.vault.new.clear()
        stood, stream.tip = stream.tip.table, position
        self.meters.go_on(stands)
        return Waiting(asked, page, commit, position, stood)

    def _sealed(self, table: str, vault: ShoeVault) -> tuple[SealedOrder, ...]:
        new = [(name, order, vault.trees[name].commitment) for name, order in vault.new.items()]
        return tuple(seal_order(self._key, table, *each, self._random_bytes) for each in new)

    def _decided(
        self, stream: Stream, asked: TableRequest, at: int
    ) -> tuple[tuple[JournalEntry, ...], Position]:
        command = asked.command
        if asked.expects is not None and asked.expects != stream.tip.version:
            raise GoneOnError(
                Phrase("House.has_gone_on", "{table} has gone on since; nothing was done.", table=asked.table)
            )
        if stream.rules is None:
            return self._decided_at_office(stream, asked, at)
        if isinstance(command, OfficeCommand):
            raise InputError(f"{type(command).__name__} is for an office of the house, not for a table.")
        command = permitted(stream.settings, asked.actor, command)
        check_has_money(command, self.store.balance)
        shown = self.meters.shown(stream.settings.links, stream.tip.meters)
        return decided(stream.rules, stream.settings, stream.tip, asked.actor.name, command, at, shown)

    def _posted(
        self, stream: Stream, name: str, events: Sequence[e.Event], stands: tuple[MeterPosition, ...]
    ) -> tuple[Posting, ...]:
        """Say what events move, or refuse a coupon that somebody has not."""
        settings, table = stream.settings, stream.tip.table
        coupons = settings.house.coupons
        posted = tuple(registry.postings_of(name, table, events, settings.links, stands, coupons=coupons))
        if coupons or stream.rules is None:
            check_coupons_held(posted, self.store.balance)
        return posted

    def _overseen(
        self, stream: Stream, asked: TableRequest, entries: tuple[JournalEntry, ...], at: int
    ) -> Authorized:
        tip = self.streams[CARE].tip
        care = OfficeOfCare(tip.version, tip.office)
        served = stream.settings if stream.rules is not None else None
        table, reporter = stream.tip.table, stream.tip.reporter
        return self._oversight.overseen(
            care, stream.rules, table, asked, entries, at, served=served, reporter=reporter, cash=self._cash
        )

    def _cash(self, player: str, at: int) -> int:
        """Tell what a player has brought and taken within a day, at the counter and over the tables."""
        counter: CashierState = self.streams[CASHIER].tip.office
        pit: PitState = self.streams[PIT_OFFICE].tip.office
        return counter.cash.of(player, at) + pit.cash.of(player, at)

    def _decided_at_office(
        self, stream: Stream, asked: TableRequest, at: int
    ) -> tuple[tuple[JournalEntry, ...], Position]:
        office, actor, command = OFFICES[asked.table], asked.actor, asked.command
        if isinstance(command, OfficeCommand):
            check_may_ask(actor, command)
        if isinstance(command, DropCash):
            at_table = self.streams[command.table]
            check_takes_cash(at_table.settings, at_table.tip.table, actor)
        events = registry.decide(office, stream.tip.office, actor.name, command, at)
        known = registry.apply_events(office, stream.tip.office, events, at)
        entry = JournalEntry(who=actor.name, command=command, events=events)
        return (entry,), replace(stream.tip, version=stream.tip.version + 1, office=known)

    def _answered(self, waiting: Waiting, what: WriteOutcome) -> Answer | None:
        """Say what became of a page, or None if it has to be decided again."""
        stream = self.streams[waiting.asked.table]
        if what is WriteOutcome.DURABLE:
            stream.durable = waiting.position
            stream.is_served_elsewhere = False
            stream.note(waiting.before, waiting.commit)
            if waiting.page.orders:
                waiting.position.vault.forget()
            return Accepted(waiting.page.table, waiting.page.version, waiting.commit)
        stream.tip = stream.durable
        self.meters.forget()
        coupons = moves_coupons(waiting.page.postings)  # if they are gone, deciding anew says so
        if what is WriteOutcome.OVERDRAWN and not coupons:
            return Refused("not_enough_money", _NO_MONEY)
        if what is WriteOutcome.OVER_LIMIT:
            return Refused("over_limit", _OVER_LIMIT)
        before = stream.durable.version
        for name in (waiting.asked.table, CARE, *(name for name, _ in waiting.page.depends_on)):
            self.refresh(name)
        if stream.durable.version != before:
            self._turns.lost(waiting.asked.table)
        return None
