"""Offices in general: a state machine with its own commands, events and journal."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from casinowar.game.events import Event
from casinowar.game.words import Role
from casinowar.house.accounts import Posting

S = TypeVar("S")


class OfficeCommand(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command", tag=True
):
    roles: ClassVar[frozenset[Role]]
    """Roles that may give it."""
    cage: ClassVar[bool] = False
    """Whether people who act for the cage may give it, too."""


class OfficeEvent(Event, frozen=True, kw_only=True):
    def sentence(self) -> str:
        raise NotImplementedError


class Office(Struct, Generic[S], frozen=True, kw_only=True):
    """An office as pure functions of its state. Times are in milliseconds."""

    name: str
    """The name of its journal; no table may have it."""
    commands: tuple[type[OfficeCommand], ...]
    events: tuple[type[OfficeEvent], ...]
    start: S
    decide: Callable[[S, str, OfficeCommand, int], tuple[OfficeEvent, ...]]
    """Give the events of a command by a person at a time, or raise an InputError."""
    evolve: Callable[[S, OfficeEvent, int], S]
    postings: Callable[[OfficeEvent], Iterator[Posting]]
