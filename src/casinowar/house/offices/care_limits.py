"""A player's own limits: what is limited, over which time, and from when on."""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.money import dollars
from casinowar.game.words import Word

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND
_EXACT_BELOW: Final = 600
"""So many seconds are told by the second; of more nobody counts them."""
_MONDAY: Final = 3
"""The first day that the clock knows was a Thursday."""


class LimitKind(Word):
    """What a player limits."""

    LOSS = "loss"
    """Cents that may be lost: what wallet, chips and wagers together have become less by play."""
    STAKE = "stake"
    """Cents that may be staked in one round at one table, the war that it may come to included."""
    TIME = "time", "time at tables"
    """Seconds at tables."""


class LimitSpan(Word):
    """Over which time something is limited; days, weeks (from Monday) and months are those of UTC."""

    ROUND = "round"
    SESSION = "session"
    """From sitting down until nobody has seen the player at a table for a quarter of an hour."""
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


SPANS: Final = {
    LimitKind.LOSS: (LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH),
    LimitKind.STAKE: (LimitSpan.ROUND,),
    LimitKind.TIME: (LimitSpan.SESSION, LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH),
}
"""What can be limited over which time."""


class OwnLimit(Struct, frozen=True, kw_only=True):
    """A limit as it stands: the most that is allowed, and what it becomes when; None is no limit."""

    most: int | None
    next: int | None = None
    begins: int | None = None
    """When the next one begins, in milliseconds; None if there is none."""

    def at(self, now: int) -> int | None:
        """Tell what is allowed at a time."""
        return self.next if self.begins is not None and now >= self.begins else self.most

    def settled(self, now: int) -> "OwnLimit":
        """Forget what is over."""
        return OwnLimit(most=self.next) if self.begins is not None and now >= self.begins else self


class LimitInForce(Struct, frozen=True, kw_only=True):
    """A limit of a player's: what is allowed now, and what will be from when on; None is no limit."""

    kind: LimitKind
    span: LimitSpan
    most: int | None
    next: int | None = None
    begins: int | None = None


class PlayerStanding(Struct, frozen=True, kw_only=True):
    """How somebody stands, in cents and seconds; a loss is below zero, a wager theirs until it is lost."""

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
    """What a player has asked the house to hold them to."""

    limits: dict[tuple[LimitKind, LimitSpan], OwnLimit] = {}
    check_seconds: int | None = None
    """How long until the next reality check; None is as the house has it."""
    acknowledged: int = 0
    """When a reality check was acknowledged last."""
    excluded_until: int = 0
    """Until when the player does not play, in milliseconds."""

    def in_force(self, kind: LimitKind, now: int) -> dict[LimitSpan, int]:
        """List the limits of a kind that are in force."""
        return {
            span: most
            for (what, span), limit in self.limits.items()
            if what is kind and (most := limit.at(now)) is not None
        }

    def with_limit(self, kind: LimitKind, span: LimitSpan, limit: OwnLimit) -> "CareRecord":
        """Have another limit."""
        limits = {**self.limits, (kind, span): limit}
        if limit.most is None and limit.begins is None:
            del limits[kind, span]
        return replace(self, limits=limits)


NO_RECORD: Final = CareRecord()


def day_of(at: int) -> int:
    """Tell the day of a time: how many there were since the first that the clock knows."""
    return at // DAY


def first_day(span: LimitSpan, at: int) -> int:
    """Tell the day on which the day, week or month of a time began.

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
    """Say how much a limit allows.

    >>> in_words(LimitKind.LOSS, 50_00), in_words(LimitKind.TIME, 5400)
    ('$50.00', '1 h 30 min')
    """
    return duration(amount) if kind is LimitKind.TIME else dollars(amount)


def duration(seconds: int) -> str:
    """Say how long.

    >>> duration(59), duration(100), duration(3600), duration(90_000)
    ('59 s', '1 min 40 s', '1 h 0 min', '25 h 0 min')
    """
    minutes, rest = divmod(seconds, 60)
    if rest and seconds < _EXACT_BELOW:
        return f"{minutes} min {rest} s" if minutes else f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def moment(at: int) -> str:
    """Say when something is, in UTC.

    >>> moment(90 * 60_000)
    '1970-01-01 01:30 UTC'
    """
    return f"{_moment(at):%Y-%m-%d %H:%M} UTC"


def _moment(at: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
