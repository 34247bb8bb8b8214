"""A hosted table: where it stands, and what a request brings about, with all that is done unasked then."""

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
from casinowar.house.journal.shoes import ShoeVault
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
    """Since when the table waits for what it waits for, in milliseconds."""
    office: Any = None
    """What an office knows, where it is no table."""
    meters: dict[str, int] = {}
    """To which version of each meter of the house it has come."""
    at: int = 0
    """When the commit was made, if that is known."""
    waits: Waits | None = None
    """What the table waits for, if that is known."""
    reporter: str = ""
    """Who last reported what play was stopped for."""


class Snapshot(Struct, frozen=True):
    """A position as it is stored: the vault's places tell nothing, its orders stay where they are."""

    version: int
    table: Table
    places: Table
    since: int = 0
    meters: dict[str, int] = {}
    reporter: str = ""
    shape: str = ""
    """What tables looked like to the software that kept it."""


class _Shape(Struct):
    shape: str


@cache
def shape_now() -> str:
    """Name what a table looks like to this software, so that it reads no snapshot of another.

    Other words for a part of it name another one, too: then a journal is read from the beginning for nothing.
    """
    return sha256(json.encode(json.schema(Snapshot))).hexdigest()[:16]


def snapshot_of(position: Position) -> Snapshot:
    """Take down where a table stands."""
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
    """Tell whether other software kept a snapshot, whose tables may look otherwise."""
    try:
        return json.decode(body, type=_Shape).shape != shape_now()
    except DecodeError:
        return False  # nobody kept that


def read_snapshot(body: bytes) -> Snapshot | None:
    """Read what was kept, unless only the journal says where the table stands."""
    try:
        return None if of_other_shape(body) else json.decode(body, type=Snapshot)
    except DecodeError:
        return None  # the audit says so


@lru_cache(maxsize=100)
def rules_of(stored: bytes) -> Rules:
    """Find the rules that a table is run by, from its settings as they are stored."""
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
    """Say what a command brings about at a table, or raise the Refusal; the position stays as it is.

    What linked meters show is told first, so that they are raised and paid from there; a table that opens
    is told then.
    """
    shown = shown or {}
    decision = _Decision(rules, settings, position)
    decision.tell_time(at)
    if shown:
        decision.tell_meters(shown)
    told = isinstance(command, c.TellTime) or (isinstance(command, c.TellMeter) and command.meter in shown)
    if not told:  # it has been told now
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
    """Follow a commit that was made before."""
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
    """Tell who reported in a commit what play is stopped for, if anybody did."""
    return next((entry.who for entry in entries if PlayStopped in map(type, entry.events)), "")


def _waiting(rules: Rules, position: Position, table: Table, at: int) -> tuple[int, Waits]:
    """Tell since when a table waits, after a commit at this time, and for what."""
    before, now = position.waits or waits_for(rules, position.table), waits_for(rules, table)
    return position.since if before == now else at, now


class _Decision:
    """What is done at a table until somebody has to act, entry by entry."""

    def __init__(self, rules: Rules, settings: TableSettings, position: Position) -> None:
        self.rules, self.floor = rules, settings.floor
        self.table, self.vault = position.table, position.vault.copy()
        self.entries: list[JournalEntry] = []

    def tell_time(self, at: int) -> None:
        """Let the table's clock go on, by whole seconds."""
        if at // _SECOND > self.table.clock:
            self.give(HOUSE, c.TellTime(now=at // _SECOND))

    def tell_meters(self, shown: Mapping[str, Cents]) -> None:
        """Have the table show what linked meters show."""
        for told in meter_updates(self.table, shown):
            self.give(HOUSE, told)

    def give(self, who: str, command: c.Command) -> None:
        """Give a command, with a fill that it may need where nobody is on the floor."""
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
        """Do what is due and nobody's to decide."""
        while True:
            for deed in attend(self.rules, self.table, self.vault, floorperson=not self.floor):
                self._take_in(HOUSE, deed)
            if (drawn := self._spun()) is None:
                return
            self.give(HOUSE, drawn)

    def _spun(self) -> c.SpinWheel | None:
        """Draw where the wheel stops, if it is to be spun now."""
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
