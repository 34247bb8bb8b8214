"""The audit: recompute everything in the database from the journals and the law.

It decides every command again under the rules of its table and compares the events, the ledger with what
those events move, each card with the commitment from before the cut, and each commit's hash with all before.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import decks
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED, Step, Table
from casinowar.house import accounts
from casinowar.house.accounts import Posting
from casinowar.house.audit.auditor import UNREADABLE, AuditedCommit, AuditedJournal, AuditFault, Auditor
from casinowar.house.audit.care import CareAudit
from casinowar.house.audit.checkpoints import JournalCheckpoint, departures
from casinowar.house.audit.meters import MeterAudit
from casinowar.house.audit.slips import SlipAudit
from casinowar.house.backoffice.books import wrong_sheets
from casinowar.house.journal import commits as journal
from casinowar.house.journal.commitments import MerkleTree, verify_proof
from casinowar.house.journal.commits import Commit, JournalEntry, decode_settings
from casinowar.house.journal.shoe_vault import ShoeVault, open_order
from casinowar.house.offices import registry
from casinowar.house.offices.office import Office, OfficeEvent
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import ACCOUNTS, JOURNAL, ORDERS, POSTINGS, REQUESTS, SNAPSHOTS
from casinowar.house.storage.store import Store
from casinowar.house.worker.table_state import (
    Position,
    Snapshot,
    followed,
    of_other_shape,
    rules_of,
    snapshot_of,
)
from casinowar.telling.narration import narrate


def verify(
    store: Store, key: bytes | None = None, kept: tuple[JournalCheckpoint, ...] = ()
) -> Iterator[AuditFault]:
    """Find every fault; with the key of the shoes, open their orders, too.

    The audit reads the database as of one moment, so play may go on meanwhile.
    """
    with store.consistent_reader() as moment:
        audit = _Audit(moment, key)
        for table in moment.tables():
            try:
                yield from audit.journal(table)
            except UNREADABLE as wrong:
                yield AuditFault(table, 0, f"its data cannot be read ({wrong!r})")
        yield from audit.balances()
        for auditor in audit.auditors:
            yield from auditor.finish()
        yield from audit.requests()
        yield from audit.strays()
        yield from departures(moment, kept)


class _Audit:
    def __init__(self, store: StoreReader, key: bytes | None) -> None:
        self.store, self.key = store, key
        self.held: Counter[str] = Counter()
        """The balance of each account, from the events of all journals."""
        self.ids: dict[str, tuple[str, int]] = {}
        """The commit of each request."""
        self.digests: dict[str, set[bytes]] = {}
        """The digest of each request; a retry must have the same."""
        self.auditors: tuple[Auditor, ...] = (CareAudit(store), MeterAudit(store, self.held), SlipAudit())
        names = "table", "version", "at", "previous", "before"
        rows = store.rows(*(JOURNAL.c[name] for name in names))
        self.columns = {(table, version): tuple(rest) for table, version, *rest in rows}

    def journal(self, table: str) -> Iterator[AuditFault]:
        posted: list[tuple[int, Posting]] = []
        try:
            yield from self._commits(table, posted)
        finally:
            for _, (source, target, amount) in posted:
                self.held[source] -= amount
                self.held[target] += amount
        written = self.store.postings(table)
        if posted != written:
            pairs = zip([*posted, None], [*written, None], strict=False)
            first = next(pair for pair in pairs if pair[0] != pair[1])
            version = next(each[0] for each in first if each is not None)
            yield AuditFault(table, version, "the ledger differs from what the events moved")
        wrong = accounts.overdrawn(table, posted)
        yield from (AuditFault(table, version, problem) for version, problem in wrong)

    def _commits(self, table: str, posted: list[tuple[int, Posting]]) -> Iterator[AuditFault]:
        """Follow a journal from its beginning; append to `posted` what its events post."""
        stored_settings = self.store.settings(table) or b""
        link = journal.first_link(table, stored_settings)
        office = OFFICES.get(table)
        rules = rules_of(stored_settings) if office is None else None
        settings = decode_settings(stored_settings) if office is None else None
        links = settings.links if settings else {}
        coupons = settings is not None and settings.house.coupons
        opened_journal = AuditedJournal(table, settings, rules)
        for auditor in self.auditors:
            yield from auditor.begin(opened_journal)
        replay = _Replay(rules, office)
        snapshot = _SnapshotCheck(self.store.snapshot(table), link, rules)
        for expected, (version, body, stored) in enumerate(self.store.pages(table), 1):
            if version != expected:
                yield AuditFault(table, version, f"version {expected} is missing")
                return
            before = link if version > 1 else None
            link = journal.next_link(link, body)
            if link != stored:
                yield AuditFault(table, version, "its hash does not follow from the commit before")
                link = stored
            try:
                commit = journal.decode_commit(body)
            except InputError as wrong:
                yield AuditFault(table, version, str(wrong))
                return
            yield from self._row(table, version, commit, before)
            if commit.id:
                who = commit.id.partition("/")[0]
                self.digests[commit.id] = journal.possible_digests(table, body, who)
            try:
                stood = replay.table
                yield from (AuditFault(table, version, problem) for problem in replay.follow(commit))
                if replay.rules is not None:
                    snapshot.follow(commit, link)
                events, meters = commit.events, commit.meters
                moves = tuple(registry.postings_of(table, stood, events, links, meters, coupons=coupons))
                posted.extend((version, posting) for posting in moves)
                step = AuditedCommit(opened_journal, commit, stood, replay.table, moves)
                for auditor in self.auditors:
                    yield from auditor.follow(step)
            except (*UNREADABLE, StopIteration) as wrong:
                problem = f"its events are impossible at this table ({wrong!r})"
                yield AuditFault(table, version, problem)
                return
        yield from (AuditFault(table, snapshot.version, problem) for problem in snapshot.faults())
        wrong_books = "a sheet of its book differs from the journal"
        yield from (AuditFault(table, each, wrong_books) for each in wrong_sheets(self.store, table))
        yield from self._orders(table, replay)

    def _row(self, table: str, version: int, commit: Commit, link: bytes | None) -> Iterator[AuditFault]:
        if (commit.table, commit.version) != (table, version):
            yield AuditFault(table, version, f"it says it is version {commit.version} of {commit.table}")
        at, previous, before = self.columns[table, version]
        if commit.at != at:
            yield AuditFault(table, version, f"it was made at {commit.at}, not at {at}")
        if previous != (version - 1 or None):
            yield AuditFault(table, version, f"its row says that it follows version {previous}")
        if before != link:
            yield AuditFault(table, version, "its row says that it follows another commit")
        if commit.id and self.ids.setdefault(commit.id, (table, version)) != (table, version):
            yield AuditFault(table, version, f"request {commit.id} was done before")

    def _orders(self, table: str, replay: "_Replay") -> Iterator[AuditFault]:
        """Compare the stored orders with the shuffles of the journal, and the cards with the orders."""
        columns = ORDERS.c.table, ORDERS.c.shuffle, ORDERS.c.version, ORDERS.c.commitment
        kept = {shuffle: rest for name, shuffle, *rest in self.store.rows(*columns) if name == table}
        for name in sorted(replay.shuffles.keys() | kept):
            known = replay.shuffles.get(name)
            if known is None:
                yield AuditFault(table, 0, f"there is an order of shuffle {name}, which never took place")
            elif name not in kept:
                yield AuditFault(table, known.version, f"the order of shuffle {name} is missing")
            elif kept[name] != [known.version, known.event.commitment]:
                problem = f"the order of shuffle {name} is stored with another commitment or version"
                yield AuditFault(table, known.version, problem)
        if self.key is None:
            return
        trees = {}
        for order in self.store.orders(table):
            try:
                found = open_order(self.key, table, order)
            except UNREADABLE as wrong:
                problem = (
                    str(wrong) if isinstance(wrong, InputError) else f"shuffle {order.shuffle}: {wrong!r}"
                )
                yield AuditFault(table, 0, problem)
                continue
            trees[order.shuffle] = MerkleTree(found.cards, found.secret)
        yield from (AuditFault(table, 0, problem) for problem in replay.unproved(trees))

    def balances(self) -> Iterator[AuditFault]:
        written = {
            name: (balance, flag)
            for name, balance, flag in self.store.rows(
                ACCOUNTS.c.name, ACCOUNTS.c.balance, ACCOUNTS.c.may_be_overdrawn
            )
        }
        for account in sorted({*self.held, *written}):
            known, found = self.held.get(account), written.get(account)
            if known is None:
                yield AuditFault("", 0, f"there is an account {account}, which no journal names")
            elif found is None:
                yield AuditFault("", 0, f"the account {account} is missing")
            elif found[0] != known:
                holds = dollars(found[0]) if isinstance(found[0], int) else "no amount"
                yield AuditFault("", 0, f"{account} holds {holds}, by the journal {dollars(known)}")
            may = accounts.may_be_overdrawn(account)
            if known is not None and known < 0 and not may:
                yield AuditFault("", 0, f"{account} is negative by the journal: {dollars(known)}")
            if found is not None and found[1] != int(may):
                yield AuditFault("", 0, f"whether {account} may be overdrawn was changed")

    def requests(self) -> Iterator[AuditFault]:
        rows = self.store.rows(REQUESTS.c.id, REQUESTS.c.table, REQUESTS.c.version, REQUESTS.c.digest)
        written = {name: (table, version) for name, table, version, _ in rows}
        digests = {name: digest for name, *_, digest in rows}
        for name in sorted(self.ids.keys() | written):
            known, found = self.ids.get(name), written.get(name)
            table, version = known or found or ("", 0)
            problem = ""
            if known != found:
                problem = (
                    "is not recorded" if found is None else "is recorded in a commit that is not its own"
                )
            elif digests[name] not in self.digests.get(name, ()):
                problem = "is recorded with other content"
            if problem:
                yield AuditFault(table, version, f"request {name} {problem}")

    def strays(self) -> Iterator[AuditFault]:
        tables = {*self.store.tables()}
        for kind in (JOURNAL, POSTINGS, ORDERS, SNAPSHOTS):
            for table in sorted({name for (name,) in self.store.rows(kind.c.table)} - tables):
                yield AuditFault(table, 0, f"{kind.name} has rows of it, but it does not exist")
        for table in {*self.store.sheet_tables()} - tables:
            yield AuditFault(table, 0, "books has rows of it, but it does not exist")


class _SnapshotCheck:
    """A table's stored snapshot, and its real position at that version."""

    def __init__(self, row: tuple[int, bytes] | None, link: bytes, rules: Rules | None) -> None:
        self.version, self.body = row or (0, b"")
        self.rules = rules
        self.position = Position(0, link, CLOSED, ShoeVault(bytes))

    def follow(self, commit: Commit, link: bytes) -> None:
        if self.rules is not None and commit.version <= self.version:
            self.position = followed(self.rules, self.position, commit, link)

    def faults(self) -> Iterator[str]:
        if not self.version or of_other_shape(self.body):
            return  # unused: the table is read from its journal
        now = self.position
        try:
            same = json.decode(self.body, type=Snapshot) == json.decode(
                json.encode(snapshot_of(now)), type=Snapshot
            )
        except UNREADABLE:
            same = False
        if not same or now.version != self.version:
            yield "the snapshot differs from where the table stood"


class _Shuffle(Struct, frozen=True):
    """A shuffle: its commit, its event, and the places or faces of the cards that went in."""

    version: int
    event: e.OrderEvent
    cards: tuple[str, ...]


def _narrated(events: tuple[e.Event, ...], table: Table) -> str:
    said = []
    for event in events:
        if isinstance(event, OfficeEvent):
            said.append(event.sentence())
        else:
            said.append(narrate(event, table))
            table = evolve(table, event)
    return " ".join(said)


class _Replay:
    """Plays a journal again: its commands through the law, its cards through their proofs."""

    def __init__(self, rules: Rules | None, office: Office[Any] | None) -> None:
        self.rules, self.office = rules, office
        self.office_state = None if office is None else office.start
        self.table: Table = CLOSED
        self.vault = ShoeVault(bytes)
        self.shuffles: dict[str, _Shuffle] = {}
        self.seen: dict[str, str] = {}

    def follow(self, commit: Commit) -> Iterator[str]:
        for entry in commit.entries:
            decided = self._decided(entry, commit.at)
            if isinstance(decided, str) or not _are_alike(entry.events, decided):
                expected = decided if isinstance(decided, str) else _narrated(decided, self.table)
                yield f"{type(entry.command).__name__} by {entry.who} causes something else: {expected}"
            if self.office is not None:
                self.office_state = registry.apply_events(
                    self.office, self.office_state, entry.events, commit.at
                )
                continue
            yield from self._cards(commit.version, entry)
            self.table = evolve_all(self.table, entry.events)

    def _decided(self, entry: JournalEntry, at: int) -> tuple[e.Event, ...] | str:
        try:
            if self.office is not None:
                return registry.decide(self.office, self.office_state, entry.who, entry.command, at)
            if self.rules is None or not isinstance(entry.command, c.Command):
                return "no command of a table"
            return decide(self.rules, self.table, entry.command)
        except (Refusal, InputError) as no:
            return str(no)

    def _cards(self, version: int, entry: JournalEntry) -> Iterator[str]:
        """Check the proof of every card shown against the commitment from before the cut."""
        proofs = iter(entry.proofs)
        for event in entry.events:
            if isinstance(event, e.OrderEvent) and event.shuffle:
                if event.shuffle in self.shuffles:
                    yield f"shuffle {event.shuffle} took place before"
                self.shuffles[event.shuffle] = _Shuffle(version, event, self._going_in(event))
            place = self.vault.shown(event)
            shuffle, colon, number = place.partition(":")
            if colon:
                proof, card = next(proofs, None), getattr(event, "card", "")
                matches = proof is not None and (proof.card, proof.place) == (card, int(number))
                order = self.shuffles[shuffle].event
                if proof is None or not matches or not verify_proof(proof, order.commitment, order.unseen):
                    yield f"{card} is not proved to be card {number} of shuffle {shuffle}"
                self.seen[place] = card
            self.vault.move([event])

    def _going_in(self, event: e.OrderEvent) -> tuple[str, ...]:
        if isinstance(event, e.DecksReceived):
            return decks(event.decks, event.ranks, event.suits)
        places = self.vault.places
        return places.stored if isinstance(event, e.StoredBatchShuffled) else places.stack

    def unproved(self, trees: dict[str, MerkleTree]) -> Iterator[str]:
        """Compare the shuffles and the cards that came out with the opened orders."""
        faces = {f"{name}:{number}": card for name in trees for number, card in enumerate(trees[name].order)}
        for place, card in self.seen.items():
            shuffle, _, number = place.partition(":")
            if shuffle in trees and faces.get(place) != card:
                yield f"{card} came out at place {number} of shuffle {shuffle}, where another card stands"
        for name in sorted(self.shuffles.keys() & trees):
            known, tree = self.shuffles[name], trees[name]
            if tree.commitment != known.event.commitment:
                yield f"the commitment of shuffle {name} is not to its order"
            if Counter(tree.order) != Counter(faces.get(place, place) for place in known.cards):
                yield f"the order of shuffle {name} is not of the cards that were shuffled"


def _are_alike(found: Sequence[Struct], expected: Sequence[Struct]) -> bool:
    """Tell whether events are the same, whatever they cite: a better citation does not undo what was done."""
    return found == expected or [*map(_uncited, found)] == [*map(_uncited, expected)]


def _uncited(event: Struct) -> Struct:
    if not isinstance(event, e.Event):
        return event
    steps: tuple[Step, ...] = getattr(event, "steps", ())
    uncited = {"steps": tuple(replace(step, clause="") for step in steps)} if steps else {}
    return replace(event, clause="", **uncited)
