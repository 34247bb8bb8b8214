"""Proposals: requests that take two people, kept until a second one confirms or refuses them."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import DecodeError, Struct, json
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from casinowar.game.refusal import InputError
from casinowar.house.journal.commits import AnyCommand
from casinowar.house.journal.requests import Actor, TableRequest
from casinowar.house.journal.shoes import RandomBytes
from casinowar.house.storage.schema import PROPOSALS
from casinowar.house.storage.store import Store

LASTS: Final = 3_600_000
"""How long a proposal waits for a second person, in milliseconds."""
MOST_PROPOSED: Final = 50
"""So many proposals of one person may wait at once."""

_COMMANDS = json.Decoder(AnyCommand)


class Proposal(Struct, frozen=True, kw_only=True):
    """What somebody proposed, where, on which version of the table, and until when it can be confirmed."""

    id: str
    proposer: str
    table: str
    command: AnyCommand
    request: str
    """The id that the proposer gave the request, under which it is done, once."""
    expects: int | None
    at: int
    ends: int

    def confirmed_by(self, proposer: Actor, second: Actor) -> TableRequest:
        """Make it the request that it is when two people agree."""
        return TableRequest(
            table=self.table,
            actor=proposer,
            command=self.command,
            id=self.request,
            expects=self.expects,
            seconded=second,
        )


class TooManyProposalsError(InputError):
    """Say that somebody's other proposals have to be answered first."""

    code = "too_many_proposals"


class NoProposalError(InputError):
    """Say that there is no such proposal."""


class Proposals:
    """The proposals of a house, as its database has them."""

    def __init__(self, store: Store, *, clock: Callable[[], int], random_bytes: RandomBytes) -> None:
        """Keep proposals in a store."""
        self._store, self._clock, self._random_bytes = store, clock, random_bytes

    def keep(self, asked: TableRequest, version: int | None) -> Proposal:
        """Keep a request for a second person; the same one is kept once, whatever was sent under its id.

        At a table it is for the version at which it was proposed, unless it names one.
        """
        now = self._clock()
        proposal = Proposal(
            id=self._random_bytes(16).hex(),
            proposer=asked.actor.name,
            table=asked.table,
            command=asked.command,
            request=asked.id,
            expects=version if asked.expects is None else asked.expects,
            at=now,
            ends=now + LASTS,
        )
        waits = self._found(PROPOSALS.c.proposer == asked.actor.name)
        if len(waits) >= MOST_PROPOSED and not any(each.request == asked.id for each in waits if asked.id):
            raise TooManyProposalsError(f"{MOST_PROPOSED} proposals of {asked.actor.name} wait already.")
        row = {name: getattr(proposal, name) for name in proposal.__struct_fields__}
        row |= {"key": asked.key, "command": json.encode(asked.command)}
        try:
            with self._store.writing() as connection:
                connection.execute(delete(PROPOSALS).where(PROPOSALS.c.ends <= now))
                connection.execute(insert(PROPOSALS).values(row))
        except IntegrityError:
            before = next(iter(self._found(PROPOSALS.c.key == asked.key)), None)
            if before is None or (before.table, before.command) != (asked.table, asked.command):
                raise InputError(
                    "A proposal with this id was made before, and said something else."
                ) from None
            return before
        return proposal

    def waiting(self) -> list[Proposal]:
        """List what waits for a second person."""
        return self._found()

    def find(self, name: str) -> Proposal:
        """Find a proposal that has not run out."""
        found = self._found(PROPOSALS.c.id == name) if name.isalnum() else []
        if not found:
            raise NoProposalError("There is no such proposal, or it has run out.")
        return found[0]

    def drop(self, name: str) -> bool:
        """Forget a proposal: it is done, or refused; tells whether it was there."""
        with self._store.writing() as connection:
            return bool(connection.execute(delete(PROPOSALS).where(PROPOSALS.c.id == name)).rowcount)

    def _found(self, *where: Any) -> list[Proposal]:  # noqa: ANN401 - a condition of the database's
        names = Proposal.__struct_fields__
        asked = select(*(PROPOSALS.c[name] for name in names))
        rows = self._store.rows_of(
            asked.where(PROPOSALS.c.ends > self._clock(), *where).order_by(PROPOSALS.c.at, PROPOSALS.c.id)
        )
        try:
            return [
                Proposal(**{**dict(zip(names, row, strict=True)), "command": _COMMANDS.decode(row.command)})
                for row in rows
            ]
        except DecodeError as wrong:
            raise InputError(f"A proposal cannot be read: {wrong}.") from None
