"""Who may give a command: the kinds that all commands are of."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat
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
