"""How a player stands, as values: time at tables, money, limits."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from casinowar.house.offices.care_limits import DAY, SECOND, CareRecord, LimitKind, LimitSpan, first_day

PAUSE: Final = 15 * 60 * SECOND
"""Whoever is at no table for so long begins another session."""

Interval = tuple[int, int]


class TimeAtTable(Struct, frozen=True):
    """When somebody sat at a table, and since which version of it; who still sits there has no end."""

    table: str
    version: int
    began: int
    ended: int | None


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


class TimePlayed(Struct, frozen=True):
    """How long somebody has been at tables, in milliseconds."""

    session_began: int | None
    """Since when, of the session that is going on."""
    by_span: dict[LimitSpan, int]


def spells(sittings: Iterable[TimeAtTable], now: int) -> list[Interval]:
    """Put sittings together to the times at which somebody was at any table.

    >>> spells([TimeAtTable("a", 1, 0, 10), TimeAtTable("b", 1, 5, 20), TimeAtTable("a", 4, 30, None)], 40)
    [(0, 20), (30, 40)]
    """
    found: list[Interval] = []
    for each in sorted(sittings, key=lambda each: each.began):
        end = max(each.began, now if each.ended is None else min(each.ended, now))
        if found and each.began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((each.began, end))
    return found


def time_played(sittings: Iterable[TimeAtTable], now: int) -> TimePlayed:
    """Count the time at tables, over each span."""
    times = spells(sittings, now)
    began: int | None = None
    for start, end in reversed(times):
        next_time = now if began is None else began
        if next_time - end >= PAUSE:
            break
        began = start
    starts = {span: first_day(span, now) * DAY for span in (LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH)}
    starts[LimitSpan.SESSION] = now if began is None else began
    by_span = {
        span: sum(max(0, end - max(begin, start)) for begin, end in times) for span, start in starts.items()
    }
    return TimePlayed(began, by_span)


class LimitInForce(Struct, frozen=True, kw_only=True):
    """A limit of a player's: what is allowed now, and what will be from when on; None is no limit."""

    kind: LimitKind
    span: LimitSpan
    most: int | None
    next: int | None = None
    begins: int | None = None


def limits_of(record: CareRecord, now: int) -> tuple[LimitInForce, ...]:
    """List a player's limits, in force and to come."""
    settled = {key: limit.settled(now) for key, limit in record.limits.items()}
    return tuple(
        LimitInForce(kind=kind, span=span, most=limit.most, next=limit.next, begins=limit.begins)
        for (kind, span), limit in sorted(settled.items())
        if limit.most is not None or limit.begins is not None
    )
