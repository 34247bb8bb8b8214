"""Messages about care: what players limit, how they stand, and what waits for a second person."""

from typing import TYPE_CHECKING

from msgspec import Struct

from casinowar.house.journal.commits import AnyCommand
from casinowar.house.offices.care import (
    AcknowledgeCheck,
    CareCommand,
    ExcludeMyself,
    ExcludePlayer,
    SetLimit,
    SetRealityCheck,
    TakeBackLimit,
)
from casinowar.house.people.posts import Post
from casinowar.house.policy.player_standing import LimitInForce, PlayerStanding
from casinowar.web.messages import Closed, Id

if TYPE_CHECKING:
    AskedOfCare = CareCommand
else:  # the kinds themselves, so that each is read as what it is
    AskedOfCare = (
        SetLimit | TakeBackLimit | SetRealityCheck | AcknowledgeCheck | ExcludeMyself | ExcludePlayer
    )


class CareBody(Closed, frozen=True, kw_only=True):
    """A command for the office of care, under an id."""

    id: Id
    command: AskedOfCare


class HeldCoupons(Struct, frozen=True, kw_only=True):
    """Match play coupons of one value that somebody holds."""

    value: int
    count: int


class CareView(Struct, frozen=True, kw_only=True):
    """How somebody stands, and what they have the house hold them to; in cents and milliseconds."""

    standing: PlayerStanding
    limits: tuple[LimitInForce, ...]
    check_seconds: int
    """How often there is a reality check; 0 is never."""
    next_check: int | None
    """When the next one has to be acknowledged, if they play on; None while they sit nowhere."""
    excluded_until: int
    """Until when they do not play; 0 if they may."""
    coupons: tuple[HeldCoupons, ...]
    """The match play coupons that the house has issued to them and that they have not laid down."""


class TellingStanding(Struct, frozen=True, kw_only=True, tag_field="tell", tag="standing"):
    """How the player themselves stands now, at a table's WebSocket; nobody else is told."""

    care: CareView


class Myself(Struct, frozen=True, kw_only=True):
    """Somebody signed in, their money outside tables, in cents, and how they stand."""

    name: str
    posts: list[Post]
    guest: bool
    """Whether they have no password: with the session ends the account."""
    balance: int
    care: CareView


class ProposalView(Struct, frozen=True, kw_only=True):
    """What waits for a second person."""

    id: str
    proposer: str
    table: str
    command: AnyCommand
    version: int | None
    """The version of the table that it is for; None at an office."""
    at: int
    ends: int
