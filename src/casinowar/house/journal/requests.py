"""Requests to tables and offices, and the answers to them."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, ValidationError, convert, json, to_builtins
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Role
from casinowar.house.journal.commits import HOUSE, AnyCommand, Commit

LONGEST_ID: Final = 64
LONGEST_NAME: Final = 40


class WrongRoleError(InputError):
    """The actor does not have the role for that."""


class NoMoneyError(InputError):
    """A player does not have the money for chips."""


class SoftwareDealsError(InputError):
    """Software deals at the table, not people."""


class SlipNeededError(InputError):
    """At this table chips move by slips that two people sign."""


class GoneOnError(InputError):
    """The table is not at the version that the request expects."""


class Actor(Struct, frozen=True):
    """A person who makes requests, with their roles."""

    name: str
    roles: frozenset[Role] = frozenset({Role.PLAYER})
    cage: bool = False
    """Whether they act for the cage, too."""


THE_HOUSE: Final = Actor(HOUSE, frozenset(Role))
"""The software, which acts when time runs out."""


class TableRequest(Struct, frozen=True, kw_only=True):
    """A command for a table or office, under an id that its client made."""

    table: str
    actor: Actor
    command: AnyCommand
    id: str = ""
    expects: int | None = None
    """The version at which the table must be; None means any."""
    seconded: Actor | None = None
    """The second person who agreed, for acts that take two."""

    @property
    def looks_at(self) -> str:
        """The table that the command is about, which may differ from the office that receives it."""
        return str(getattr(self.command, "table", self.table))

    @property
    def signed(self) -> "TableRequest":
        """The request with its actor filled into the command, as it is journaled."""
        if not isinstance(self.command, c.Command):
            return self
        command = signed(self.actor, self.command)
        return self if command is self.command else replace(self, command=command)

    @property
    def key(self) -> str:
        """The id among those of all people; empty without an id."""
        return f"{self.actor.name}/{self.id}" if self.id else ""


class Accepted(Struct, frozen=True):
    """A durable request and its commit; `again` says that an earlier request with its id made that."""

    table: str
    version: int
    commit: Commit | None = None
    again: bool = False


class Refused(Struct, frozen=True):
    """The reason why a request changed nothing."""

    code: str
    sentence: str
    """A `Phrase` if it can be translated."""
    clause: str = ""


Answer = Accepted | Refused

CLOSING: Final = Refused("closing", Phrase("House.closing", "The house is closing; nothing was done."))
UNKNOWN: Final = Refused(
    "unknown", Phrase("House.unknown", "The house cannot say whether that was done; ask by its id.")
)


def refused(no: Refusal | InputError) -> Refused:
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
    """Find requests that cannot be stored and read back as they are, by position."""
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
        raise InputError(f"No person can be called {actor.name!r}.")
    if len(request.id) > LONGEST_ID or len(request.table) > LONGEST_ID:
        raise InputError(f"An id and the name of a table have at most {LONGEST_ID} letters.")
    if isinstance(command, c.ShuffleCommand) and (command.shuffle or command.commitment):
        raise InputError("Only the house names a shuffle and its commitment.")
    try:
        plain = to_builtins(command)
        said = json.encode([request.id, request.table, actor.name, plain])
        whole = convert(plain, type(command)) == command
    except (ValidationError, UnicodeEncodeError, TypeError, OverflowError) as wrong:
        raise InputError(f"The request cannot be stored: {wrong}.") from None
    if not whole or b"\\u0000" in said:
        raise InputError("The request cannot be stored.")


def signed(actor: Actor, command: c.Command) -> c.Command:
    """Fill the actor into a command without a name, as it is journaled."""
    if actor is THE_HOUSE:
        return command
    if command.by is Role.DEALER and isinstance(command, c.OpenTable | c.ComeToTable):
        return replace(command, dealer=actor.name)
    if Role.PLAYER in command.roles and command.by is Role.PLAYER and not getattr(command, "player", ""):
        return replace(command, player=actor.name)
    return command
