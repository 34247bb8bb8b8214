"""Player standing: money, results, time at tables and limits, read from the store."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, case, func, or_, select

from casinowar.game.events import Place
from casinowar.house.accounts import wallet
from casinowar.house.offices.care_limits import (
    DAY,
    SECOND,
    CareRecord,
    LimitInForce,
    LimitSpan,
    PlayerStanding,
    first_day,
)
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import ACCOUNTS, PLAYED, POSTINGS, SITTINGS

PAUSE: Final = 15 * 60 * SECOND
"""Milliseconds away from tables after which a new session begins."""

Interval = tuple[int, int]


class TimeAtTable(Struct, frozen=True):
    """A sitting of a player; `ended` is None while the player sits there."""

    table: str
    version: int
    began: int
    ended: int | None


class TimePlayed(Struct, frozen=True):
    """Time at tables, in milliseconds."""

    session_began: int | None
    """Since when, of the session that is going on."""
    by_span: dict[LimitSpan, int]


def spells(sittings: Iterable[TimeAtTable], now: int) -> list[Interval]:
    """Merge sittings into the intervals in which a player was at any table.

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


def limits_of(record: CareRecord, now: int) -> tuple[LimitInForce, ...]:
    """List a player's limits, in force and to come."""
    settled = {key: limit.settled(now) for key, limit in record.limits.items()}
    return tuple(
        LimitInForce(kind=kind, span=span, most=limit.most, next=limit.next, begins=limit.begins)
        for (kind, span), limit in sorted(settled.items())
        if limit.most is not None or limit.begins is not None
    )


# Built once, because they run after every commit for each player at the table.
_PLAYER: Final[BindParameter[str]] = bindparam("of_player")
_SPANS: Final = (LimitSpan.DAY, LimitSpan.WEEK, LimitSpan.MONTH)
_SITTINGS: Final = select(SITTINGS.c.table, SITTINGS.c.version, SITTINGS.c.began, SITTINGS.c.ended).where(
    SITTINGS.c.player == _PLAYER,
    or_(SITTINGS.c.ended.is_(None), SITTINGS.c.ended >= bindparam("earliest")),
)
_RESULTS: Final = select(
    *(
        func.sum(case((PLAYED.c.day >= bindparam(f"of_{span}"), PLAYED.c.spent - PLAYED.c.staked), else_=0))
        for span in _SPANS
    ),
    func.sum(PLAYED.c.staked),
    func.sum(PLAYED.c.reserved),
).where(PLAYED.c.player == _PLAYER)
_NAMES: Final[BindParameter[Any]] = bindparam("names", expanding=True)
_CHIPS: Final = select(ACCOUNTS.c.balance).where(ACCOUNTS.c.name.in_(_NAMES))
_OWN: Final[BindParameter[str]] = bindparam("own")
_AT_TABLE: Final[BindParameter[str]] = bindparam("chips")
_SPENT: Final = select(
    func.sum(
        case(
            ((POSTINGS.c.source == _AT_TABLE) & (POSTINGS.c.target != _OWN), POSTINGS.c.amount),
            ((POSTINGS.c.target == _AT_TABLE) & (POSTINGS.c.source != _OWN), -POSTINGS.c.amount),
            else_=0,
        )
    )
).where(POSTINGS.c.table == bindparam("of_table"), POSTINGS.c.version >= bindparam("since"))


def read_sittings(store: StoreReader, player: str, now: int) -> list[TimeAtTable]:
    earliest = first_day(LimitSpan.MONTH, now) * DAY - DAY
    rows = store.rows_of(_SITTINGS, {"of_player": player, "earliest": earliest})
    return [TimeAtTable(*row) for row in rows]


def results(store: StoreReader, player: str, now: int) -> tuple[dict[LimitSpan, int], int, int]:
    """Read a player's loss over each span (below zero is won), and the chips staked and reserved now."""
    days = {f"of_{span}": first_day(span, now) for span in _SPANS}
    [row] = store.rows_of(_RESULTS, {"of_player": player} | days)
    found = [int(each or 0) for each in row]
    return dict(zip(_SPANS, found, strict=False)), found[3], found[4]


def player_standing(store: StoreReader, player: str, now: int) -> PlayerStanding:
    sittings = read_sittings(store, player, now)
    lost, staked, _ = results(store, player, now)
    time = time_played(sittings, now)
    session: dict[str, int] = {}
    for each in sittings:
        if time.session_began is not None and each.began >= time.session_began:
            session[each.table] = min(each.version, session.get(each.table, each.version))
    return PlayerStanding(
        balance=store.balance(wallet(player)),
        on_table=_chips(store, player, [each.table for each in sittings if each.ended is None]),
        wagered=staked,
        net_session=(staked - sum(_spent(store, player, *each) for each in session.items()))
        if session
        else 0,
        net_day=-lost[LimitSpan.DAY],
        net_week=-lost[LimitSpan.WEEK],
        net_month=-lost[LimitSpan.MONTH],
        session_began=time.session_began,
        time_session=time.by_span[LimitSpan.SESSION] // SECOND,
        time_day=time.by_span[LimitSpan.DAY] // SECOND,
    )


def _chips(store: StoreReader, player: str, tables: list[str]) -> int:
    names = [_account(table, player) for table in tables]
    return sum(held for (held,) in store.rows_of(_CHIPS, {"names": names})) if names else 0


def _spent(store: StoreReader, player: str, table: str, version: int) -> int:
    """Add up a player's net payments to a table since a version of it."""
    asked = {"chips": _account(table, player), "own": wallet(player), "of_table": table, "since": version}
    [(found,)] = store.rows_of(_SPENT, asked)
    return int(found or 0)


def _account(table: str, player: str) -> str:
    return f"table/{table}/{Place.CHIPS}/{player}"
