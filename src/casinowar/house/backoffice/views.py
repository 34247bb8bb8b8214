"""What the pit tells, as values: figures of tables, ratings of players, time of dealers."""

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.game.words import Word


class By(Word):
    """By what figures are put together; each table has its own in any case."""

    TABLE = "table"
    DAY = "day"
    SHIFT = "shift"
    HOUR = "hour"
    DEALER = "dealer"


class WinLine(Struct, frozen=True, kw_only=True):
    """What a table came to in a period, or under a dealer: win = closer + credits - opener - fills."""

    table: str
    period: str
    opener: Cents
    """What was in the tray when the period began, or when the table was opened in it."""
    fills: Cents
    credits: Cents
    closer: Cents
    """What was in the tray when it ended, or when the table was closed in it."""
    drop: Cents
    """What players paid for chips that they brought to the table."""
    redeemed: Cents
    """What they were paid for chips that they took from it."""
    win: Cents
    hold: float | None
    """The win as a share of the drop."""
    theoretical: Cents
    """What wagers cost on average by the exact odds, rounded to a cent; nothing where players bank."""
    unpriced: Cents = 0
    """How much was wagered whose odds are not known, and which costs nothing in that."""
    wagered: Cents
    rounds: int


class SessionRating(Struct, frozen=True, kw_only=True):
    """What a player did at a table, from sitting down to leaving."""

    player: str
    table: str
    began: int
    ended: int
    """When it ended, in milliseconds; nothing, as long as it goes on."""
    seconds: int
    rounds: int
    wagered: Cents
    """All wagers, what war adds left out."""
    initial: Cents
    theoretical: Cents
    """What those wagers cost on average by the exact odds, rounded to a cent."""
    unpriced: Cents = 0
    actual: Cents
    """What the player won, or lost if below zero."""


class PlayerRating(Struct, frozen=True, kw_only=True):
    """A player in all."""

    player: str
    sessions: int
    seconds: int
    rounds: int
    wagered: Cents
    average_wager: Cents
    """The initial wagers of a round, on average, rounded to a cent."""
    theoretical: Cents
    actual: Cents


class DealerTime(Struct, frozen=True, kw_only=True):
    """A dealer: time in the house and at tables, rounds, and how many of them in an hour at tables."""

    dealer: str
    clocked_seconds: int
    on_duty: bool
    dealt_seconds: int
    rounds: int
    rounds_an_hour: float | None
    tables: tuple[str, ...]


class Condition(Word):
    """How a table stands."""

    CLOSED = "closed"
    PAUSED = "paused"
    RULING = "ruling"
    """Play is stopped, and a floorperson has to rule."""
    FILL = "fill"
    """The dealer cannot go on paying before a fill."""
    IDLE = "idle"
    """It is open, and nobody is there."""
    OPEN = "open"


class TableGlance(Struct, frozen=True, kw_only=True):
    """A table as the pit sees it; money of its last gaming day, in cents."""

    table: str
    rulebook: str
    condition: Condition
    dealer: str
    seated: int
    tray: Cents
    day: str
    rounds: int
    drop: Cents
    win: Cents
    theoretical: Cents
    waiting: int
    """How many slips wait for somebody to agree."""


class HouseMeter(Struct, frozen=True, kw_only=True):
    """A meter that tables share: what it shows, or will start at, in cents, and which tables those are."""

    name: str
    amount: Cents
    tables: tuple[str, ...]


class SignMeter(Struct, frozen=True, kw_only=True):
    """A meter that a sign can show: one that tables share, or one of a table's own."""

    name: str
    """What the house calls it; a table's own has no name but the one in its rules."""
    meter: str
    """What it is at its tables."""
    tables: tuple[str, ...]
    amount: Cents
