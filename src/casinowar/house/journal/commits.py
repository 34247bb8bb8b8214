"""The journal: what was committed at a table, commit by commit; the only truth, from which all else is made.

A commit is what one request brought about, with all that the automatic dealer did then: whole or not at all.
It carries the hash of everything before it, so that nothing can be changed, inserted or reordered without
being found; that nothing is missing at the end, a checkpoint shows that is kept elsewhere.
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
"""Who did what the software did by itself."""
PIT: Final = "pit"
"""Who opened a table at the start of a server, and gives guests and neighbours their play money."""

if TYPE_CHECKING:
    AnyCommand = c.Command | OfficeCommand
    AnyEvent = e.Event
else:  # the kinds themselves, so that each is read as what it is
    AnyCommand = Union[
        (*c.COMMANDS.values(), *(each for office in OFFICES.values() for each in office.commands))
    ]
    AnyEvent = Union[(*e.EVENTS.values(), *(each for office in OFFICES.values() for each in office.events))]


Seconds = Annotated[int, Meta(ge=0, le=86_400)]


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is run by: law, house and readings as they were, and who deals."""

    rulebook: str
    text: str = ""
    """The rulebook itself, as TOML, where it is not a built-in one."""
    house: House = House()
    readings: dict[str, str] = {}
    automatic: bool = True
    """Whether software deals; otherwise a person does, and says which cards come out."""
    shoe_kept: bool = False
    """Where a person deals: whether the house keeps the order of the shoe, and says which card comes out."""
    floor: bool = False
    """Whether a floorperson is there; at a table for play money without one, software does their acts."""
    slips: bool = False
    """Whether its chips, counted by denomination, move by slips that two people sign; it needs a floor."""
    betting_seconds: Seconds = 0
    """How long after the first wager software calls "no more bets"; with 0 a person does."""
    answer_seconds: Seconds = 0
    """How long somebody who is asked may think; with 0 as long as they like."""
    links: dict[str, str] = {}
    """Which meter of the house each linked meter of the table is; tables that name the same one share it."""
    seat_seconds: Seconds = 0
    """After how long somebody who does nothing, and has nothing in play, leaves; with 0 never."""
    made_with: str = ""
    """The version of the package that opened it."""


class JournalEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A command, who gave it, and what it brought about; with the proof of each card that came out."""

    who: str
    command: AnyCommand
    events: tuple[AnyEvent, ...]
    proofs: tuple[Proof, ...] = ()
    seconded: str = ""
    """Who else agreed, where it took two people."""
    care: int = 0
    """The version of the office of care that it was decided on, where limits or two people matter."""


class Commit(Struct, frozen=True, kw_only=True, gc=False):
    """What was committed at once."""

    table: str
    version: int
    at: int
    """The clock when it was decided, in milliseconds."""
    entries: tuple[JournalEntry, ...]
    id: str = ""
    """The id that the client gave the request, if a client made it."""
    format: int = FORMAT
    meters: tuple[MeterPosition, ...] = ()
    """Where the linked meters stand that the table shows then."""

    @property
    def events(self) -> tuple[e.Event, ...]:
        """What happened, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


class RecalledRound(Struct, frozen=True, kw_only=True):
    """A round that was played: when it began and ended, and from which commit to which."""

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
    """Write a commit as it is stored."""
    return _ENCODER.encode(commit)


def decode_commit(body: bytes) -> Commit:
    """Read a stored commit."""
    try:
        commit = _DECODER.decode(body)
    except DecodeError as wrong:
        raise InputError(f"A commit of the journal cannot be read: {wrong}") from None
    if commit.format != FORMAT:
        raise InputError(
            f"A commit of the journal has format {commit.format}, which this version cannot read."
        )
    return commit


def encode_settings(settings: TableSettings) -> bytes:
    """Write settings as they are stored."""
    return _ENCODER.encode(settings)


def decode_settings(body: bytes) -> TableSettings:
    """Read settings."""
    try:
        return _SETTINGS.decode(body)
    except DecodeError as wrong:
        raise InputError(f"The settings of a table cannot be read: {wrong}") from None


def first_link(table: str, settings: bytes) -> bytes:
    """Begin a table's chain with what it is run by."""
    return sha256(b"casinowar journal " + table.encode() + b"\n" + settings).digest()


def next_link(before: bytes, body: bytes) -> bytes:
    """Go on with a chain: a hash over all that was committed so far."""
    return sha256(before + body).digest()


def request_digest(table: str, command: c.Command | OfficeCommand) -> bytes:
    """Tell requests apart: the same id with another body is another request."""
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
    """Find what the digest of a request may be that somebody's commit came of, from the very letters of it.

    A person's command stands there once; the house's own stands among what it did beside it. Where the house
    keeps the shoe, a dealer's command stands there with what the house put into it: a card, a shuffle or
    where the wheel stopped.
    """
    asked = [bytes(entry.command) for entry in _RAW.decode(body).entries if entry.who == who]
    return {_digest(table, said) for command in asked for said in (command, _unsaid(command))}


def _unsaid(command: bytes) -> bytes:
    """Write a command without what the house can have put into it."""
    said: dict[str, object] = json.decode(command)
    names = ("card", "shuffle", "commitment", "hot_spot", "community")
    unsaid: dict[str, object] = {name: "" for name in names if name in said}
    return _ENCODER.encode(said | unsaid | ({"seat": 0} if "hot_spot" in said else {}))
