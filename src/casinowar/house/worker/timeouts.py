"""Timeouts: what the house does at a table by itself, after silence or by the clock.

Silence closes the betting, and counts as no to a question. It never goes to war: a player who does not choose
is reported as an irregularity; without a floorperson, the hand is surrendered (R68).
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import seconds_to_choose
from casinowar.game.money import Cents
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import InputError
from casinowar.game.table import Stop, Table
from casinowar.game.words import Act, Irregularity, Role, Ruling
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.exposure import in_play
from casinowar.house.journal.requests import THE_HOUSE, Answer, TableRequest
from casinowar.house.offices.care import CARE, CareState
from casinowar.house.offices.linked_meters import meter_updates
from casinowar.house.worker.meter_cache import MeterCache
from casinowar.house.worker.streams import Stream, Streams

_LOG = logging.getLogger("casinowar.house")
WITH_PLAYERS: Final = 5_000
"""Milliseconds without a commit after which a table with players is told its linked meters."""
EMPTY: Final = 60_000
"""The same for a table without players, so that a hundred of them do not fill their journals."""
_STEP_IN: Final = 1_000
"""Milliseconds that timeouts wait at a table whose last commit another worker made."""
_RULINGS: Final = (Ruling.SURRENDER_THE_HAND, Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)
"""Rulings without a floorperson: the first that is possible."""


def due(streams: Streams, names: Iterable[str], meters: MeterCache, now: int) -> list[TableRequest]:
    """List the timeouts due at tables, at most one each."""
    care = streams[CARE]
    return [
        TableRequest(table=name, actor=THE_HOUSE, command=command, expects=stream.durable.version)
        for name, stream in ((name, streams[name]) for name in names)
        if not streams.served_by_peer(name) and (command := _due_at(stream, care, meters, now)) is not None
    ]


def _due_at(stream: Stream, care: Stream, meters: MeterCache, now: int) -> c.Command | None:
    rules, settings, position = stream.rules, stream.settings, stream.durable
    if stream.is_served_elsewhere:  # two workers at once would only contend
        now -= _STEP_IN
    table, waited = position.table, (now - position.since) // 1000
    if rules is None or not table.open:
        return None
    return (
        due_time(rules, table, now // 1000)
        or due_answer(rules, settings, table, waited, stream.all_ready)
        or due_exclusion(care.durable.office, table, now)
        or due_departure(settings, table, stream.acted, now)
        or due_meter(table, meters.shown(settings.links, position.meters), now - position.at)
    )


def apply_timeouts(
    requests: Sequence[TableRequest], apply: Callable[[Sequence[TableRequest]], list[Answer]]
) -> list[Answer]:
    """Apply timeouts in one commit; after a defect one by one, so that it concerns one table."""
    try:
        return apply(requests)
    except (SQLAlchemyError, InputError):
        raise  # the database would not write them one by one either
    except Exception:  # noqa: BLE001 - a defect concerns one table
        if len(requests) == 1:
            _LOG.exception("a timeout failed at %s", requests[0].table)
            return []
    return [answer for each in requests for answer in apply_timeouts([each], apply)]


def due_time(rules: Rules, table: Table, now: int) -> c.TellTime | None:
    """Tell a table the time, in seconds, if the time makes something due."""
    if now <= table.clock:
        return None
    later = replace(table, clock=now)
    before, after = next_duty(rules, table), next_duty(rules, later)
    is_late = after.act is Act.CHOOSE and seconds_to_choose(rules, later) == 0 != seconds_to_choose(
        rules, table
    )
    return c.TellTime(now=now) if is_late or before != after else None


def due_answer(
    rules: Rules, settings: TableSettings, table: Table, waited: int, ready: Collection[str] = ()
) -> c.Command | None:
    """Answer for players after seconds of waiting; players who are ready are not waited for."""
    duty = next_duty(rules, table)
    if duty.act is Act.CALL_NO_MORE_BETS:
        waits = waited < settings.betting_seconds and not {*table.seats.values()} <= {*ready}
        is_over = settings.automatic and settings.betting_seconds and not waits
        return c.CallNoMoreBets(by=Role.AUTOMATIC) if is_over else None
    if not settings.answer_seconds or waited < settings.answer_seconds:
        return None
    if table.stop is not None and duty.act is Act.RULE:
        return None if settings.floor else _ruled(table.stop)
    return _answer(table, duty) if duty.role is Role.PLAYER and duty.seat is not None else None


def due_exclusion(state: CareState, table: Table, at: int) -> c.LeaveTable | None:
    for player in table.seats.values():
        if player not in in_play(table) and at < state.record(player).excluded_until:
            return c.LeaveTable(player=player)
    return None


def due_departure(
    settings: TableSettings, table: Table, acted: dict[str, int], now: int
) -> c.LeaveTable | None:
    """Remove a player who has been inactive for too long and has nothing in play."""
    if not settings.seat_seconds:
        return None
    for player in table.seats.values():
        quiet = now - acted.setdefault(player, now)  # since the house opened, if no action is known
        if quiet >= 1000 * settings.seat_seconds and player not in in_play(table):
            return c.LeaveTable(player=player)
    return None


def _answer(table: Table, duty: Duty) -> c.Command | None:
    seat = duty.seat or 0
    match duty.act:
        case Act.ANSWER_CUT:
            return c.RefuseCut(seat=seat)
        case Act.ANSWER_BANK:
            return c.DeclineBank(seat=seat)
        case Act.ANSWER_TIE_OFFER:
            return c.DeclineTieWager(hand=seat)
        case Act.ADD_TO_BANK:
            return c.AddToBank(amount=0, player=table.seats[seat])
        case Act.CHOOSE:
            what = Irregularity.NO_CHOICE
            return c.ReportIrregularity(by=Role.AUTOMATIC, irregularity=what, hand=seat)
        case _:
            return None


def _ruled(stop: Stop) -> c.Command | None:
    plays_on = stop.irregularity is not Irregularity.NO_CHOICE  # it would only be asked again
    possible = [each for each in stop.possible if plays_on or each is not Ruling.PLAY_ON]
    ruling = next((each for each in _RULINGS if each in possible), None)
    return c.Rule(ruling=ruling, note="No floorperson is present.") if ruling else None


def due_meter(table: Table, shown: Mapping[str, Cents], waited: int) -> c.TellMeter | None:
    """Tell a table a linked meter that it shows wrongly, after milliseconds without a commit."""
    if waited < (WITH_PLAYERS if table.seats or table.round else EMPTY):
        return None
    return next(meter_updates(table, shown), None)
