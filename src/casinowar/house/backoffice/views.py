"""What the back office answers. The client imports these values, so this module needs no database."""

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.game.words import Word


class Grouping(Word):
    """What win and drop are grouped by, within each table."""

    TABLE = "table"
    DAY = "day"
    SHIFT = "shift"
    HOUR = "hour"
    DEALER = "dealer"


class WinLine(Struct, frozen=True, kw_only=True):
    """Win and drop of a table in a period or under a dealer: win = closer + credits - opener - fills."""

    table: str
    period: str
    opener: Cents
    """The tray at the start of the period, or when the table opened in it."""
    fills: Cents
    credits: Cents
    closer: Cents
    """The tray at the end of the period, or when the table closed in it."""
    drop: Cents
    """What players paid for chips."""
    redeemed: Cents
    """What players got for chips."""
    win: Cents
    hold: float | None
    """The win as a share of the drop."""
    theoretical: Cents
    """What wagers cost on average by the exact odds, rounded to a cent; 0 where players bank."""
    unpriced: Cents = 0
    """Wagers of unknown odds, which count as 0 in `theoretical`."""
    wagered: Cents
    rounds: int


class SessionRating(Struct, frozen=True, kw_only=True):
    """A player's session at a table, from sitting down to leaving."""

    player: str
    table: str
    began: int
    ended: int
    """In milliseconds; 0 while it lasts."""
    seconds: int
    rounds: int
    wagered: Cents
    """All wagers except war wagers."""
    initial: Cents
    theoretical: Cents
    """What the wagers cost on average by the exact odds, rounded to a cent."""
    unpriced: Cents = 0
    actual: Cents
    """What the player won; negative for a loss."""


class PlayerRating(Struct, frozen=True, kw_only=True):
    """All sessions of a player."""

    player: str
    sessions: int
    seconds: int
    rounds: int
    wagered: Cents
    average_wager: Cents
    """The average initial wagers of a round, rounded to a cent."""
    theoretical: Cents
    actual: Cents


class DealerTime(Struct, frozen=True, kw_only=True):
    """A dealer's time in the house and at tables, and rounds dealt."""

    dealer: str
    clocked_seconds: int
    on_duty: bool
    dealt_seconds: int
    rounds: int
    rounds_an_hour: float | None
    tables: tuple[str, ...]


class Condition(Word):
    """The state of a table, as the pit sees it."""

    CLOSED = "closed"
    PAUSED = "paused"
    RULING = "ruling"
    """Play is stopped until a floorperson rules."""
    FILL = "fill"
    """The dealer cannot pay until a fill arrives."""
    IDLE = "idle"
    """Open, with no players."""
    OPEN = "open"


class TableGlance(Struct, frozen=True, kw_only=True):
    """A table at a glance; money of its last gaming day, in cents."""

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
    """Slips that wait for a second person."""


class HouseMeter(Struct, frozen=True, kw_only=True):
    """A meter that tables share; it shows its starting amount until a table starts it."""

    name: str
    amount: Cents
    tables: tuple[str, ...]


class SignMeter(Struct, frozen=True, kw_only=True):
    """A meter that a sign can show: shared, or a table's own."""

    name: str
    """The house's name of a shared meter; empty for a table's own."""
    meter: str
    """Its name in the rules of its tables."""
    tables: tuple[str, ...]
    amount: Cents
