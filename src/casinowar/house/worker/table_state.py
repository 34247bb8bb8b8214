"""Position of a table: its state after a commit, its snapshots, and the decision of a command."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final

from msgspec import DecodeError, Struct, json
from msgspec.structs import asdict, replace

from casinowar.game import commands as c
from casinowar.game.acts.bonus_spin import spun
from casinowar.game.automatic import Deed, attend, give, give_with_fill
from casinowar.game.book.rules import Rules
from casinowar.game.due.shuffling import decks_to_receive
from casinowar.game.events import PlayStopped
from casinowar.game.evolve import evolve_all
from casinowar.game.legal_actions import refused_for
from casinowar.game.money import Cents
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason
from casinowar.game.table import Table
from casinowar.game.words import Act
from casinowar.house.journal.commits import HOUSE, Commit, JournalEntry, TableSettings, decode_settings
from casinowar.house.journal.shoe_vault import ShoeVault
from casinowar.house.offices.linked_meters import meter_updates
from casinowar.rulebooks import TomlText, load_rules
from casinowar.rulebooks.loader import open_text

_SECOND: Final = 1000


Waits = tuple[Act, int | None, int, int]
"""An act, the seat or hand it concerns, and in which round and war."""


def waits_for(rules: Rules, table: Table) -> Waits:
    """Tell what a table waits for, so that one wait can be told from the next."""
    duty = next_duty(rules, table)
    hand = table.hand(duty.seat) if duty.seat is not None else None
    return duty.act, duty.seat, table.rounds, hand.wars if hand else 0


class Position(Struct, frozen=True):
    """Where a table stands after a commit."""

    version: int
    link: bytes
    table: Table
    vault: ShoeVault
    since: int = 0
    """When the current wait began, in milliseconds."""
    office: Any = None
    """The state of an office; None at a table."""
    meters: dict[str, int] = {}
    """The version of each linked meter that the table shows."""
    at: int = 0
    """When the commit was made; 0 if unknown."""
    waits: Waits | None = None
    """What the table waits for; None if unknown."""
    reporter: str = ""
    """Who last reported an irregularity that stopped play."""


class Snapshot(Struct, frozen=True):
    """A position as it is stored, without the orders of shoes, which stay encrypted in their own table."""

    version: int
    table: Table
    places: Table
    since: int = 0
    meters: dict[str, int] = {}
    reporter: str = ""
    shape: str = ""
    """A hash of the table's schema in the software that wrote it."""


class _Shape(Struct):
    shape: str


@cache
def shape_now() -> str:
    """Hash the schema of a snapshot, so that snapshots of other software are not read.

    A change of wording changes the hash too; then a journal is read from its beginning once.
    """
    return sha256(json.encode(json.schema(Snapshot))).hexdigest()[:16]


def snapshot_of(position: Position) -> Snapshot:
    places = position.vault.places
    return Snapshot(
        position.version,
        position.table,
        places,
        position.since,
        position.meters,
        position.reporter,
        shape=shape_now(),
    )


def of_other_shape(body: bytes) -> bool:
    """Tell whether other software wrote a snapshot, whose schema may differ."""
    try:
        return json.decode(body, type=_Shape).shape != shape_now()
    except DecodeError:
        return False  # damaged, not of another shape


def read_snapshot(body: bytes) -> Snapshot | None:
    """Read a snapshot; None means the journal must be read."""
    try:
        return None if of_other_shape(body) else json.decode(body, type=Snapshot)
    except DecodeError:
        return None  # the audit says so


@lru_cache(maxsize=100)
def rules_of(stored: bytes) -> Rules:
    settings = decode_settings(stored)
    law = open_text(TomlText(f"rulebook {settings.rulebook}", settings.text))
    return load_rules(law, settings.house, settings.readings)


def decided(
    rules: Rules,
    settings: TableSettings,
    position: Position,
    who: str,
    command: c.Command,
    at: int,
    shown: Mapping[str, Cents] | None = None,
) -> tuple[tuple[JournalEntry, ...], Position]:
    """Decide a command at a table, with all automatic entries after it, or raise a Refusal.

    Linked meters are updated first (`shown`), because wagers raise and pay them from there; at a table that
    opens, after it.
    """
    shown = shown or {}
    decision = _Decision(rules, settings, position)
    decision.tell_time(at)
    if shown:
        decision.tell_meters(shown)
    told = isinstance(command, c.TellTime) or (isinstance(command, c.TellMeter) and command.meter in shown)
    if not told:  # the automatic entry has said the same
        decision.give(who, decision.completed(command) if settings.shoe_kept else command)
        if shown and not position.table.open:
            decision.tell_meters(shown)
    if settings.automatic:
        decision.attend()
    since, waits = _waiting(rules, position, decision.table, at)
    after = Position(
        version=position.version + 1,
        link=b"",
        table=decision.table,
        vault=decision.vault,
        since=since,
        meters=position.meters,
        at=at,
        waits=waits,
        reporter=stopped_by(decision.entries) or position.reporter,
    )
    return tuple(decision.entries), after


def followed(rules: Rules, position: Position, commit: Commit, link: bytes) -> Position:
    vault = position.vault.copy()
    vault.move(commit.events)
    table = evolve_all(position.table, commit.events)
    since, waits = _waiting(rules, position, table, commit.at)
    meters = position.meters | {each.meter: each.version for each in commit.meters}
    return Position(
        commit.version,
        link,
        table,
        vault,
        since,
        meters=meters,
        at=commit.at,
        waits=waits,
        reporter=stopped_by(commit.entries) or position.reporter,
    )


def stopped_by(entries: Iterable[JournalEntry]) -> str:
    """Name who reported the irregularity that stopped play in these entries; empty if it did not stop."""
    return next((entry.who for entry in entries if PlayStopped in map(type, entry.events)), "")


def _waiting(rules: Rules, position: Position, table: Table, at: int) -> tuple[int, Waits]:
    """Tell since when a table waits, after a commit at this time, and for what."""
    before, now = position.waits or waits_for(rules, position.table), waits_for(rules, table)
    return position.since if before == now else at, now


class _Decision:
    """The entries of one commit, decided until a person must act."""

    def __init__(self, rules: Rules, settings: TableSettings, position: Position) -> None:
        self.rules, self.floor = rules, settings.floor
        self.table, self.vault = position.table, position.vault.copy()
        self.entries: list[JournalEntry] = []

    def tell_time(self, at: int) -> None:
        """Let the table's clock go on, by whole seconds."""
        if at // _SECOND > self.table.clock:
            self.give(HOUSE, c.TellTime(now=at // _SECOND))

    def tell_meters(self, shown: Mapping[str, Cents]) -> None:
        for told in meter_updates(self.table, shown):
            self.give(HOUSE, told)

    def give(self, who: str, command: c.Command) -> None:
        """Give a command, with the fill that it may need at a table without a floorperson."""
        once = [give(self.rules, self.table, command)] if self.floor else None
        for deed in once or give_with_fill(self.rules, self.table, command):
            self.vault.follow(deed.events)
            self._take_in(who if deed.command is command else HOUSE, deed)

    def completed(self, command: c.Command) -> c.Command:
        """Put into a dealer's command what the vault of the shoe alone knows: an order, a card, a stop."""
        rules, table = self.rules, self.table
        if isinstance(command, c.SpinWheel):
            stop = self._spun()
            return replace(stop, by=command.by) if stop else command
        if isinstance(command, c.ShuffleCommand) and next_duty(rules, table).act is command.act:
            stacks = {Act.SHUFFLE: table.stack, Act.SHUFFLE_STORED: table.stored}
            cards = stacks.get(command.act) or rules.cards(decks_to_receive(rules, table))
            orders = command.act in stacks or rules.house.preshuffled
            return (
                replace(command, **asdict(self.vault.shuffled(table, command.act, cards)))
                if orders
                else command
            )
        if refused_for(rules, table, command) is not Reason.CARD_MUST_BE_READ:
            return command
        drawn = self.vault.card(table) if isinstance(command, c.DealCard | c.BurnCard) else self.vault.drawn
        return replace(command, card=drawn)

    def attend(self) -> None:
        while True:
            for deed in attend(self.rules, self.table, self.vault, floorperson=not self.floor):
                self._take_in(HOUSE, deed)
            if (drawn := self._spun()) is None:
                return
            self.give(HOUSE, drawn)

    def _spun(self) -> c.SpinWheel | None:
        current = self.table.round
        if current is None or not current.to_spin:  # as after most commands
            return None
        duty = next_duty(self.rules, self.table)
        if duty.act is not Act.SPIN_WHEEL:
            return None
        return spun(self.rules, current, duty.seat or 0, self.vault.drawing)

    def _take_in(self, who: str, deed: Deed) -> None:
        proofs = tuple(self.vault.proofs)
        self.vault.proofs.clear()
        self.entries.append(JournalEntry(who=who, command=deed.command, events=deed.events, proofs=proofs))
        self.table = deed.tables[-1]
