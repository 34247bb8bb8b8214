"""The audit of linked meters: their changes, recomputed from the journals of all tables that share them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from casinowar.game import events as e
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.house.accounts import meter_account
from casinowar.house.audit.auditor import AuditedCommit, AuditedJournal, AuditFault
from casinowar.house.journal.commits import Commit
from casinowar.house.offices.linked_meters import (
    METER_ROOM,
    Links,
    MeterAdjusted,
    MeterPosition,
    MeterTerms,
    linked_terms,
    meter_change,
)
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import METER_CHANGES


class _Stated(NamedTuple):
    """What a commit says of a meter."""

    table: str
    version: int
    stand: MeterPosition

    def fault(self, problem: str) -> AuditFault:
        return AuditFault(self.table, self.version, f"the meter {self.stand.meter} {problem}")


class _Effect(NamedTuple):
    """What the events of a commit did to a meter."""

    touched: bool
    moved: bool
    net: Cents
    put_up: Cents = 0
    """The amount it starts with, if the commit starts it."""
    shown: Cents | None = None
    """What the table shows after the commit."""


class MeterAudit:
    """Compares what tables say of the meters they share: with their events, each other, and the accounts."""

    def __init__(self, store: StoreReader, held: Mapping[str, Cents]) -> None:
        """Take the account balances, which are complete when all journals have been followed."""
        self._store, self._held = store, held
        self._terms: dict[str, MeterTerms] = {}
        self._stated: dict[str, list[_Stated]] = {}

    def begin(self, journal: AuditedJournal) -> Iterator[AuditFault]:
        """Check that tables share a meter on the same terms."""
        if journal.rules is None or journal.settings is None:
            return
        try:
            for name, terms in linked_terms(journal.rules, journal.settings.links).items():
                terms.check_agreement(name, self._terms.setdefault(name, terms))
        except InputError as wrong:
            yield AuditFault(journal.table, 0, str(wrong))

    def follow(self, step: AuditedCommit) -> Iterator[AuditFault]:
        """Check that a commit says of each meter what its events did."""
        commit, settings = step.commit, step.journal.settings
        said = {each.meter: each for each in commit.meters}
        links = {} if settings is None else settings.links
        for name, effect in _effects(commit, links, step.after).items():
            stand = said.pop(name, None)
            if stand is not None:
                stated = _Stated(commit.table, commit.version, stand)
                self._stated.setdefault(name, []).append(stated)
                yield from (stated.fault(problem) for problem in _unlike(stand, effect))
            elif effect.touched:
                yield step.fault(f"it does not say what the meter {name} shows")
        for name in said:
            yield step.fault(f"it names the meter {name}, which the table does not have")

    def finish(self) -> Iterator[AuditFault]:
        kept = {name: MeterTerms.decode(terms) for name, terms in self._store.meters().items()}
        if kept != self._terms:
            yield AuditFault("", 0, "the terms of meters are not those of the tables that share them")
        written = {(row.meter, row.version): tuple(row) for row in self._store.rows(*METER_CHANGES.c)}
        for name in sorted(self._stated):
            made = [stated for stated in self._stated[name] if stated.stand.changed]
            made.sort(key=lambda stated: stated.stand.version)
            yield from _broken_line(made)
            yield from self._wrongly_shown(name, {each.stand.version: each.stand.amount for each in made})
            for stated in made:
                if written.pop((name, stated.stand.version), None) != _row(stated):
                    yield stated.fault("is stored with another change, or none")
            if made and self._held.get(meter_account(name), 0) != made[-1].stand.amount:
                yield made[-1].fault("differs from its account")
        for name, version in sorted(written):
            yield AuditFault(
                "", 0, f"there is a change {version} of the meter {name}, which is in no journal"
            )

    def _wrongly_shown(self, name: str, amounts: Mapping[int, Cents]) -> Iterator[AuditFault]:
        known: dict[str, int] = {}
        for stated in self._stated[name]:
            stand = stated.stand
            if amounts.get(stand.version) != stand.amount:
                yield stated.fault(f"did not show {dollars(stand.amount)} after {stand.version} changes")
            if stand.version < known.get(stated.table, 0):
                yield stated.fault("was shown with an older amount than before")
            known[stated.table] = stand.version
            reset = cents(self._terms[name].reset) if name in self._terms else 0
            if stated.table == METER_ROOM and stand.amount < reset:
                yield stated.fault(f"was lowered below {dollars(reset)}")


def _effects(commit: Commit, links: Links, after: Table) -> dict[str, _Effect]:
    found = {shared: _effect(commit.events, meter, after) for meter, shared in links.items()}
    for event in commit.events:
        if isinstance(event, MeterAdjusted):
            found[event.meter] = _Effect(touched=True, moved=True, net=event.change)
    return found


def _effect(events: tuple[e.Event, ...], meter: str, after: Table) -> _Effect:
    own = [event for event in events if isinstance(event, e.MeterEvent) and event.meter == meter]
    changes = [meter_change(event, meter) for event in own]
    put_up = sum(event.amount for event in own if isinstance(event, e.MeterStarted))
    return _Effect(bool(own), any(changes), sum(changes), put_up, after.meters.get(meter))


def _unlike(stand: MeterPosition, effect: _Effect) -> Iterator[str]:
    put_up = effect.put_up if stand.started else 0
    if stand.changed is not (effect.moved or put_up > 0):
        yield "is said to have changed but did not, or the reverse"
    if stand.before is not None and stand.before + put_up + effect.net != stand.amount:
        yield "does not add up to what it is said to show"
    if effect.shown is not None and effect.shown != stand.amount:
        yield f"is not shown as {dollars(stand.amount)} at the table"


def _broken_line(made: list[_Stated]) -> Iterator[AuditFault]:
    if made and (made[0].stand.version != 1 or made[0].stand.before != 0):
        yield made[0].fault("does not begin at zero with its first change")
    for earlier, later in pairwise(made):
        if later.stand.version == earlier.stand.version:
            yield later.fault(f"has change {later.stand.version} twice")
        elif later.stand.version != earlier.stand.version + 1:
            yield later.fault(f"has no change {earlier.stand.version + 1}")
        elif later.stand.before != earlier.stand.amount:
            yield later.fault("was changed from an amount that it did not show")


def _row(stated: _Stated) -> tuple[object, ...]:
    stand = stated.stand
    return (
        *(stand.meter, stand.version, stated.table, stated.version),
        *(stand.amount, stand.version - 1 or None, stand.before),
    )
