"""The audit: everything that the database says, found again from the journal and the law.

Every command is decided anew under the rules that its table was run by; what it brought about then has to be
what is written, the ledger has to be what those events move, each card has to be the one that was committed
to before the cut, and each commit has to carry the hash of all before it.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.house import accounts, cashier, journal
from casinowar.house.accounts import Posting
from casinowar.house.commitment import Tree, holds
from casinowar.house.hosted import rules_of
from casinowar.house.journal import Commit, JournalEntry
from casinowar.house.shoes import Keeper, opened
from casinowar.house.store import Store


class AuditFault(Struct, frozen=True):
    """Something that is not as it should be, and where."""

    table: str
    version: int
    problem: str


class JournalCheckpoint(Struct, frozen=True):
    """How far a table's journal went, and its hash there: kept elsewhere, it holds the house to its past."""

    table: str
    version: int
    link: str


def checkpoints(store: Store) -> list[JournalCheckpoint]:
    """Say how far every journal goes now."""
    found = [(table, store.version(table)) for table in store.tables()]
    return [
        JournalCheckpoint(table, version, store.link_at(table, version).hex()) for table, version in found
    ]


def verify(
    store: Store, key: bytes | None = None, kept: tuple[JournalCheckpoint, ...] = ()
) -> Iterator[AuditFault]:
    """Find everything that is off; with the key also orders that are not what was committed to."""
    balances: Counter[str] = Counter()
    for table in store.tables():
        posted: list[tuple[int, Posting]] = []
        yield from _journal_faults(store, table, key, posted)
        written = store.postings(table)
        if posted != written:
            pairs = zip([*posted, None], [*written, None], strict=False)
            first = next(pair for pair in pairs if pair[0] != pair[1])
            version = next(each[0] for each in first if each is not None)
            yield AuditFault(table, version, "the ledger does not say what the events moved")
        for _, (source, target, amount) in posted:
            balances[source] -= amount
            balances[target] += amount
    held = store.balances()
    for account in sorted({*balances, *held}):
        if balances[account] != held.get(account, 0):
            problem = f"{account} holds {held.get(account, 0)} cents, by the journal {balances[account]}"
            yield AuditFault("", 0, problem)
    for point in kept:
        if store.link_at(point.table, point.version).hex() != point.link:
            yield AuditFault(point.table, point.version, "the journal is not the one of the checkpoint")


def _journal_faults(
    store: Store, table: str, key: bytes | None, posted: list[tuple[int, Posting]]
) -> Iterator[AuditFault]:
    """Follow a journal from its beginning; fills in what its events post."""
    settings = store.settings(table) or b""
    link = journal.first_link(table, settings)
    rules = rules_of(settings) if table != cashier.CASHIER else None
    follower = _Follower(rules)
    trees = {}
    for order in store.orders(table) if key else ():
        try:
            found = opened(key or b"", table, order)
        except InputError as wrong:
            yield AuditFault(table, 0, str(wrong))
            continue
        tree = trees[order.shuffle] = Tree(found.cards, found.secret)
        if tree.commitment != order.commitment:
            yield AuditFault(table, 0, f"the order of shuffle {order.shuffle} is not the one committed to")
    for expected, (version, body, stored) in enumerate(store.pages(table), 1):
        if version != expected:
            yield AuditFault(table, version, f"version {expected} is missing")
            return
        link = journal.link(link, body)
        if link != stored:
            yield AuditFault(table, version, "its hash does not follow from what stands before it")
            link = stored
        try:
            commit = journal.read(body)
        except InputError as wrong:
            yield AuditFault(table, version, str(wrong))
            return
        if (commit.table, commit.version) != (table, version):
            yield AuditFault(table, version, f"it says it is version {commit.version} of {commit.table}")
        try:
            before = follower.table
            yield from (AuditFault(table, version, problem) for problem in follower.follow(commit))
            if rules is None:
                moves = cashier.postings(commit.events)
            else:
                moves = accounts.postings(table, before, commit.events)
            posted.extend((version, posting) for posting in moves)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration) as wrong:
            yield AuditFault(table, version, f"what happened cannot have happened at this table ({wrong!r})")
            return
    yield from (AuditFault(table, 0, problem) for problem in follower.unproved(trees))


class _Follower:
    """Follows a table by its commands, and its cards by their proofs."""

    def __init__(self, rules: Rules | None) -> None:
        self.rules = rules
        self.table: Table = CLOSED
        self.keeper = Keeper(bytes)
        self.orders: dict[str, e.OrderEvent] = {}
        self.seen: dict[str, str] = {}

    def follow(self, commit: Commit) -> Iterator[str]:
        """Follow a commit, and say what of it is not as the law and the proofs have it."""
        for entry in commit.entries:
            if self.rules is None:
                continue
            brought = self._brought(self.rules, entry)
            if brought != entry.events:
                yield f"{type(entry.command).__name__} by {entry.who} brings about something else ({brought})"
            yield from self._cards(entry)
            self.table = evolve_all(self.table, entry.events)

    def _brought(self, rules: Rules, entry: JournalEntry) -> tuple[e.Event, ...] | str:
        if not isinstance(entry.command, c.Command):
            return "no command of a table"
        try:
            return decide(rules, self.table, entry.command)
        except Refusal as no:
            return str(no)

    def _cards(self, entry: JournalEntry) -> Iterator[str]:
        """Hold every card that is shown to what was committed to before the cut."""
        proofs = iter(entry.proofs)
        for event in entry.events:
            if isinstance(event, e.OrderEvent) and event.shuffle:
                self.orders[event.shuffle] = event
            place = self.keeper.shown(event)
            shuffle, colon, number = place.partition(":")
            if colon:
                proof, card = next(proofs, None), getattr(event, "card", "")
                told = proof is not None and (proof.card, proof.place) == (card, int(number))
                order = self.orders[shuffle]
                if proof is None or not told or not holds(proof, order.commitment, order.unseen):
                    yield f"{card} is not proved to be card {number} of shuffle {shuffle}"
                self.seen[place] = card
            self.keeper.move([event])

    def unproved(self, trees: dict[str, Tree]) -> Iterator[str]:
        """Say which cards that came out are not those of the orders, where these can be opened."""
        for place, card in self.seen.items():
            shuffle, _, number = place.partition(":")
            if shuffle in trees and trees[shuffle].order[int(number)] != card:
                yield f"{card} came out at place {number} of shuffle {shuffle}, where another card stands"
        for name in sorted(self.orders.keys() & trees):
            if trees[name].commitment != self.orders[name].commitment:
                yield f"what was committed to for shuffle {name} is not its order"
