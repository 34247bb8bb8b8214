"""An office of the house: what it is asked, what then happened, what it knows; with a journal of its own."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from casinowar.game.transfers import Event
from casinowar.game.words import Role
from casinowar.house.accounts import Posting

S = TypeVar("S")


class OfficeCommand(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command", tag=True
):
    """Ask an office for something."""

    roles: ClassVar[frozenset[Role]]
    """Who may."""
    cage: ClassVar[bool] = False
    """Whether those may who act for the cage."""


class OfficeEvent(Event, frozen=True, kw_only=True):
    """Something happened at an office."""

    def sentence(self) -> str:
        """Say it."""
        raise NotImplementedError


class Office(Struct, Generic[S], frozen=True, kw_only=True):
    """How an office works: pure functions of what it knows, who asks what, and when (in milliseconds)."""

    name: str
    """The name of its journal, which no table may have."""
    commands: tuple[type[OfficeCommand], ...]
    events: tuple[type[OfficeEvent], ...]
    start: S
    """What it knows when nothing has happened."""
    decide: Callable[[S, str, OfficeCommand, int], tuple[OfficeEvent, ...]]
    """Say what a command of somebody brings about, or raise the InputError."""
    evolve: Callable[[S, OfficeEvent, int], S]
    postings: Callable[[OfficeEvent], Iterator[Posting]]
    """List what an event moves."""
