"""Players' own limits: on what, over which time, and from when."""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.money import dollars
from casinowar.game.words import Word

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND
_EXACT_BELOW: Final = 600
"""Durations below this many seconds are shown with their seconds."""
_MONDAY: Final = 3
"""Day 0 of the clock was a Thursday."""


class LimitKind(Word):
    LOSS = "loss"
    """Cents: the decrease of wallet, chips and wagers together by play."""
    STAKE = "stake"
    """Cents at risk in one round at one table, possible wars included."""
    TIME = "time", "time at tables"
    """Seconds at tables."""


class LimitSpan(Word):
    """The time over which a limit counts; days, weeks (from Monday) and months are in UTC."""

    ROUND = "round"
    SESSION = "session"
    """From sitting down until the player has been away from all tables for 15 minutes."""
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


SPANS: Final = {
    LimitKind.LOSS: (LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH),
    LimitKind.STAKE: (LimitSpan.ROUND,),
    LimitKind.TIME: (LimitSpan.SESSION, LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH),
}


class OwnLimit(Struct, frozen=True, kw_only=True):
    """The most that is allowed now, and from when it changes to what; None means no limit."""

    most: int | None
    next: int | None = None
    begins: int | None = None
    """When the next one begins, in milliseconds; None means never."""

    def at(self, now: int) -> int | None:
        return self.next if self.begins is not None and now >= self.begins else self.most

    def settled(self, now: int) -> "OwnLimit":
        """Drop a limit that has been replaced."""
        return OwnLimit(most=self.next) if self.begins is not None and now >= self.begins else self


class LimitInForce(Struct, frozen=True, kw_only=True):
    """A player's limit: the most now, and what it changes to from when; None means no limit."""

    kind: LimitKind
    span: LimitSpan
    most: int | None
    next: int | None = None
    begins: int | None = None


class PlayerStanding(Struct, frozen=True, kw_only=True):
    """A player's money and time, in cents and seconds; a loss is negative, and a wager counts until lost."""

    balance: int
    on_table: int
    wagered: int
    net_session: int
    net_day: int
    net_week: int
    net_month: int
    session_began: int | None
    """When the session began, in milliseconds; None if they sit nowhere."""
    time_session: int
    time_day: int


class CareRecord(Struct, frozen=True, kw_only=True):
    """A player's own limits, reality checks and exclusion."""

    limits: dict[tuple[LimitKind, LimitSpan], OwnLimit] = {}
    check_seconds: int | None = None
    """Time between reality checks; None means the house's setting."""
    acknowledged: int = 0
    """When the last reality check was acknowledged."""
    excluded_until: int = 0
    """When the exclusion ends, in milliseconds."""

    def in_force(self, kind: LimitKind, now: int) -> dict[LimitSpan, int]:
        return {
            span: most
            for (what, span), limit in self.limits.items()
            if what is kind and (most := limit.at(now)) is not None
        }

    def with_limit(self, kind: LimitKind, span: LimitSpan, limit: OwnLimit) -> "CareRecord":
        limits = {**self.limits, (kind, span): limit}
        if limit.most is None and limit.begins is None:
            del limits[kind, span]
        return replace(self, limits=limits)


NO_RECORD: Final = CareRecord()


def day_of(at: int) -> int:
    """Give the number of UTC days since 1970."""
    return at // DAY


def first_day(span: LimitSpan, at: int) -> int:
    """Give the first day of the day, week or month of a time.

    >>> (
    ...     first_day(LimitSpan.DAY, 40 * DAY + 5),
    ...     first_day(LimitSpan.WEEK, 40 * DAY + 5),
    ...     first_day(LimitSpan.MONTH, 40 * DAY + 5),
    ... )
    (40, 39, 31)
    """
    day = day_of(at)
    match span:
        case LimitSpan.WEEK:
            return day - (day + _MONDAY) % 7
        case LimitSpan.MONTH:
            return day - (_moment(at).day - 1)
        case _:
            return day


def in_words(kind: LimitKind, amount: int) -> str:
    """Write a limit with its unit.

    >>> in_words(LimitKind.LOSS, 50_00), in_words(LimitKind.TIME, 5400)
    ('$50.00', '1 h 30 min')
    """
    return duration(amount) if kind is LimitKind.TIME else dollars(amount)


def duration(seconds: int) -> str:
    """Write a duration.

    >>> duration(59), duration(100), duration(3600), duration(90_000)
    ('59 s', '1 min 40 s', '1 h 0 min', '25 h 0 min')
    """
    minutes, rest = divmod(seconds, 60)
    if rest and seconds < _EXACT_BELOW:
        return f"{minutes} min {rest} s" if minutes else f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def moment(at: int) -> str:
    """Write a time in UTC.

    >>> moment(90 * 60_000)
    '1970-01-01 01:30 UTC'
    """
    return f"{_moment(at):%Y-%m-%d %H:%M} UTC"


def _moment(at: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
