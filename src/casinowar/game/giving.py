"""Who may give a command: the kinds that all commands are of."""

from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Union, get_args, get_origin

from msgspec import Meta, Struct, field
from msgspec.structs import astuple, fields

from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Role

Amount = Annotated[Cents, Meta(ge=-(10**15), le=10**15)]
SaidSeat = Annotated[Seat, Meta(ge=-1000, le=1000)]
SaidHand = Annotated[HandId, Meta(ge=-1000, le=100_000)]
SomeCards = Annotated[int, Meta(ge=-100_000, le=100_000)]
Name = Annotated[str, Meta(max_length=200)]

PLAYERS = frozenset({Role.PLAYER})
DEALERS = frozenset({Role.DEALER, Role.AUTOMATIC})
FLOOR = frozenset({Role.FLOORPERSON, Role.MANAGER})
PIT = DEALERS | FLOOR
DOERS = {Role.PLAYER: PLAYERS, Role.DEALER: DEALERS, Role.FLOORPERSON: FLOOR}
"""Who does the acts that a rulebook leaves to each role."""


class Command(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, tag_field="command", tag=True
):
    """Ask for something; `by` is the role of the person who asks."""

    roles: ClassVar[frozenset[Role]]
    act: ClassVar[Act | None] = None
    """The act that has to be due for this command."""
    does: ClassVar[Act | None] = None
    """The act that it does, for a command that may be given at other times too."""
    touches_cards: ClassVar[bool] = False
    by: Role

    def __post_init__(self) -> None:
        """Refuse values of another type: they would go into chips and records, and nobody could read them."""
        given = (type(self), *map(type, astuple(self)))
        if given in _SEEN:
            return
        for name, kinds, words in _kinds(type(self)):
            value = getattr(self, name)
            if type(value) not in kinds or (
                type(value) is tuple and any(type(each) is not str for each in value)
            ):
                raise InputError(f"{type(self).__name__}: {name} has to be {words}, not {_shown(value)}.")
        if tuple not in given:  # what is in a tuple has to be looked at each time
            _SEEN.add(given)


_SEEN: Final = set[tuple[type, ...]]()
"""Of which types the fields of commands were that were in order: there are few, and most come again."""


@cache
def _kinds(command: type[Command]) -> tuple[tuple[str, frozenset[type], str], ...]:
    """List the fields of a command, of which types they may be, and what those are called."""
    kinds = {each.name: _plain(each.type) for each in fields(command)}
    return tuple((name, frozenset(each), " or ".join(map(_in_words, each))) for name, each in kinds.items())


def _in_words(kind: type) -> str:
    """Say what a type is called, of a closed list with its words unless they are too many."""
    if kind in _WORDS:
        return _WORDS[kind]
    named = getattr(kind, "__members__", ())
    listed = f" ({', '.join(named)})" if 0 < len(named) < _MANY else ""
    return f"a word of {kind.__name__}{listed}"


def _plain(kind: Any) -> tuple[type, ...]:  # noqa: ANN401 - a field's type may be anything that typing has
    """Find the types that a value may be of."""
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return tuple(plain for each in get_args(kind) for plain in _plain(each))
    if origin is Annotated:
        return _plain(get_args(kind)[0])
    return (origin or kind,)


_MANY = 30
_WORDS: dict[type, str] = {
    int: "a whole number",
    str: "text",
    bool: "True or False",
    tuple: "a tuple of cards",
    NoneType: "None",
}


def _shown(value: object) -> str:
    """Show a value, whose own code may fail at that."""
    known = isinstance(value, int | float | str | Enum | tuple | NoneType)
    return repr(value)[:40] if known else f"of type {type(value).__name__}"


class PlayerCommand(Command, frozen=True, kw_only=True):
    """A command of a player."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Role = Role.PLAYER


class HandCommand(PlayerCommand, frozen=True, kw_only=True):
    """A command of a player about a hand; who gives it may be named, and is then checked."""

    hand: SaidHand = field(name="seat")
    player: Name = ""


class SeatCommand(PlayerCommand, frozen=True, kw_only=True):
    """A command of a player about the seat; who gives it may be named, and is then checked."""

    seat: SaidSeat
    player: Name = ""


class DealerCommand(Command, frozen=True, kw_only=True):
    """A command of the dealer, or of the automatic dealer in the dealer's place."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Role = Role.DEALER


class CardCommand(DealerCommand, frozen=True, kw_only=True):
    """A dealer's command that handles cards."""

    touches_cards: ClassVar[bool] = True


class FloorCommand(Command, frozen=True, kw_only=True):
    """A command of a floorperson, or of somebody above."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    by: Role = Role.FLOORPERSON


class PitCommand(Command, frozen=True, kw_only=True):
    """A command that dealer and floorperson may both give."""

    roles: ClassVar[frozenset[Role]] = PIT
    by: Role = Role.DEALER
