"""The journal of a table: a chain of commits, from which everything else can be rebuilt.

A commit holds what one request caused, with everything that the automatic dealer then did. Each is chained to
those before it by a hash, so that changes, insertions and reordering are found. A checkpoint that is kept
elsewhere shows missing commits at the end.
"""

from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Final, Union

from msgspec import DecodeError, Meta, Raw, Struct, json

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.house.journal.commitments import Proof
from casinowar.house.offices.linked_meters import MeterPosition
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES

FORMAT: Final = 1
HOUSE: Final = "house"
"""The actor of what the software does by itself."""
PIT: Final = "pit"
"""The actor who opens tables when a server starts, and gives guests and bots their play money."""

if TYPE_CHECKING:
    AnyCommand = c.Command | OfficeCommand
    AnyEvent = e.Event
else:  # the union of all kinds, which msgspec needs for decoding
    AnyCommand = Union[
        (*c.COMMANDS.values(), *(each for office in OFFICES.values() for each in office.commands))
    ]
    AnyEvent = Union[(*e.EVENTS.values(), *(each for office in OFFICES.values() for each in office.events))]


Seconds = Annotated[int, Meta(ge=0, le=86_400)]


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's rulebook, house choices, readings, and the way it is dealt."""

    rulebook: str
    text: str = ""
    """The rulebook itself, as TOML, where it is not a built-in one."""
    house: House = House()
    readings: dict[str, str] = {}
    automatic: bool = True
    """Whether software deals; otherwise a person does and enters the cards."""
    shoe_kept: bool = False
    """Whether the house keeps the order of a shoe that a person deals, and says which card comes out."""
    floor: bool = False
    """Whether there is a floorperson; without one, software does their acts at a play-money table."""
    slips: bool = False
    """Whether chips, counted by denomination, move by slips that two people sign; this needs a floor."""
    betting_seconds: Seconds = 0
    """Time from the first wager until software calls "no more bets"; 0 means that a person calls."""
    answer_seconds: Seconds = 0
    """Time for a player's decision; 0 means no limit."""
    links: dict[str, str] = {}
    """The house's meter for each linked meter of the table; tables that name the same one share it."""
    seat_seconds: Seconds = 0
    """Time after which an idle player with nothing in play leaves the seat; 0 means never."""
    made_with: str = ""
    """The casinowar version that opened it."""


class JournalEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A command, its actor and events, and a proof for each card that came out."""

    who: str
    command: AnyCommand
    events: tuple[AnyEvent, ...]
    proofs: tuple[Proof, ...] = ()
    seconded: str = ""
    """Who else agreed, where it took two people."""
    care: int = 0
    """The version of the office of care that it was decided on, if limits or two people matter."""


class Commit(Struct, frozen=True, kw_only=True, gc=False):
    table: str
    version: int
    at: int
    """When it was decided, in milliseconds."""
    entries: tuple[JournalEntry, ...]
    id: str = ""
    """The client's id for the request, after the actor's name; empty without one."""
    format: int = FORMAT
    meters: tuple[MeterPosition, ...] = ()
    """The table's linked meters after it."""

    @property
    def events(self) -> tuple[e.Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)


class RecalledRound(Struct, frozen=True, kw_only=True):
    """A finished round with its first and last commit."""

    round: int
    first: int
    last: int
    began: int
    ended: int
    players: tuple[str, ...]
    dealer: str = ""


_ENCODER = json.Encoder()
_DECODER = json.Decoder(Commit)
_SETTINGS = json.Decoder(TableSettings)


def encode_commit(commit: Commit) -> bytes:
    return _ENCODER.encode(commit)


def decode_commit(body: bytes) -> Commit:
    try:
        commit = _DECODER.decode(body)
    except DecodeError as wrong:
        raise InputError(f"A commit of the journal cannot be read: {wrong}") from None
    if commit.format != FORMAT:
        raise InputError(
            f"A commit of the journal has format {commit.format}, which this casinowar cannot read."
        )
    return commit


def encode_settings(settings: TableSettings) -> bytes:
    return _ENCODER.encode(settings)


def decode_settings(body: bytes) -> TableSettings:
    try:
        return _SETTINGS.decode(body)
    except DecodeError as wrong:
        raise InputError(f"The settings of a table cannot be read: {wrong}") from None


def first_link(table: str, settings: bytes) -> bytes:
    return sha256(b"casinowar journal " + table.encode() + b"\n" + settings).digest()


def next_link(before: bytes, body: bytes) -> bytes:
    return sha256(before + body).digest()


def request_digest(table: str, command: c.Command | OfficeCommand) -> bytes:
    """Hash a request, to find out whether an id is used again for another one."""
    return _digest(table, _ENCODER.encode(command))


def _digest(table: str, command: bytes) -> bytes:
    return sha256(b'{"table":' + _ENCODER.encode(table) + b',"say":' + command + b"}").digest()


class _RawEntry(Struct):
    who: str
    command: Raw


class _RawCommit(Struct):
    entries: tuple[_RawEntry, ...]


_RAW = json.Decoder(_RawCommit)


def possible_digests(table: str, body: bytes, who: str) -> set[bytes]:
    """Find the possible digests of the request behind a stored commit.

    A commit has one command of the person who asked, but may have several of the house. If the house keeps
    the shoe, it has filled a card, a shuffle or the stop of the wheel into a dealer's command.
    """
    asked = [bytes(entry.command) for entry in _RAW.decode(body).entries if entry.who == who]
    return {_digest(table, said) for command in asked for said in (command, _without_house_parts(command))}


def _without_house_parts(command: bytes) -> bytes:
    """Remove from a command what the house may have filled in."""
    said: dict[str, object] = json.decode(command)
    names = ("card", "shuffle", "commitment", "hot_spot", "community")
    unsaid: dict[str, object] = {name: "" for name in names if name in said}
    return _ENCODER.encode(said | unsaid | ({"seat": 0} if "hot_spot" in said else {}))
