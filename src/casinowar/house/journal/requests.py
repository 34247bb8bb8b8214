"""Requests: who asks for what under which id, and what is answered."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, ValidationError, convert, json, to_builtins
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Role
from casinowar.house.journal.commits import HOUSE, Commit
from casinowar.house.offices.office import OfficeCommand

LONGEST_ID: Final = 64
LONGEST_NAME: Final = 40


class WrongRoleError(InputError):
    """Say that somebody is not who may do that."""


class NoMoneyError(InputError):
    """Say that somebody has not the money for the chips."""


class SoftwareDealsError(InputError):
    """Say that a table is not dealt by people."""


class SlipNeededError(InputError):
    """Say that chips move by slips that two people sign."""


class GoneOnError(InputError):
    """Say that a table is no longer where somebody thought."""


class Actor(Struct, frozen=True):
    """Somebody who makes requests, and in which roles they may do so."""

    name: str
    roles: frozenset[Role] = frozenset({Role.PLAYER})
    cage: bool = False
    """Whether they act for the cage, too."""


THE_HOUSE: Final = Actor(HOUSE, frozenset(Role))
"""Who does what silence brings about."""


class TableRequest(Struct, frozen=True, kw_only=True):
    """A request: a command for a table, under an id that its client made."""

    table: str
    actor: Actor
    command: c.Command | OfficeCommand
    id: str = ""
    expects: int | None = None
    """The version that the table has to be at, where it matters."""
    seconded: Actor | None = None
    """Who else agreed, where it takes two people."""

    @property
    def looks_at(self) -> str:
        """The table that has to be known as it is now: an office may be asked for something at a table."""
        return str(getattr(self.command, "table", self.table))

    @property
    def signed(self) -> "TableRequest":
        """The same with who asks in its command, as it is journalled."""
        if not isinstance(self.command, c.Command):
            return self
        command = signed(self.actor, self.command)
        return self if command is self.command else replace(self, command=command)

    @property
    def key(self) -> str:
        """The id among all people's, or nothing."""
        return f"{self.actor.name}/{self.id}" if self.id else ""


class Accepted(Struct, frozen=True):
    """A request that is durable: in which commit, and whether that was made before."""

    table: str
    version: int
    commit: Commit | None = None
    again: bool = False


class Refused(Struct, frozen=True):
    """A request that changed nothing, and why."""

    code: str
    sentence: str
    """Why; a `Phrase`, where it can be said in other languages."""
    clause: str = ""


Answer = Accepted | Refused

CLOSING: Final = Refused("closing", Phrase("House.closing", "The house is closing; nothing was done."))
UNKNOWN: Final = Refused(
    "unknown", Phrase("House.unknown", "The house cannot say whether that was done; ask by its id.")
)


def refused(no: Refusal | InputError) -> Refused:
    """Say why a request changed nothing."""
    if isinstance(no, Refusal):
        return Refused(no.reason.name.lower(), no.sentence, no.clause)
    codes = {
        NoMoneyError: "not_enough_money",
        WrongRoleError: "role_may_not",
        GoneOnError: "has_gone_on",
        SoftwareDealsError: "software_deals",
        SlipNeededError: "slip_needed",
    }
    return Refused(codes.get(type(no), str(getattr(no, "code", "not_possible"))), no.sentence)


def malformed(requests: Iterable[TableRequest]) -> dict[int, Answer]:
    """Find the places of requests that could not be written, or would not be read again as they were."""
    found: dict[int, Answer] = {}
    for place, request in enumerate(requests):
        try:
            _check(request)
        except InputError as no:
            found[place] = Refused("malformed", str(no))
    return found


def _check(request: TableRequest) -> None:
    actor, command = request.actor, request.command
    if not 0 < len(actor.name) <= LONGEST_NAME or actor.name == HOUSE or "/" in actor.name:
        raise InputError(f"Nobody is called {actor.name!r}.")
    if len(request.id) > LONGEST_ID or len(request.table) > LONGEST_ID:
        raise InputError(f"An id and the name of a table have at most {LONGEST_ID} letters.")
    if isinstance(command, c.ShuffleCommand) and (command.shuffle or command.commitment):
        raise InputError("The name of a shuffle and its commitment are the house's to say.")
    try:
        plain = to_builtins(command)
        said = json.encode([request.id, request.table, actor.name, plain])
        whole = convert(plain, type(command)) == command
    except (ValidationError, UnicodeEncodeError, TypeError, OverflowError) as wrong:
        raise InputError(f"The request cannot be written down: {wrong}.") from None
    if not whole or b"\\u0000" in said:
        raise InputError("The request cannot be written down.")


def signed(actor: Actor, command: c.Command) -> c.Command:
    """Put who acts into a command that does not say it, as it then stands in the journal."""
    if actor is THE_HOUSE:
        return command
    if command.by is Role.DEALER and isinstance(command, c.OpenTable | c.ComeToTable):
        return replace(command, dealer=actor.name)
    if Role.PLAYER in command.roles and command.by is Role.PLAYER and not getattr(command, "player", ""):
        return replace(command, player=actor.name)
    return command
