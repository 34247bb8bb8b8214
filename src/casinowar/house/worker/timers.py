"""Passing time: what silence, the clock, a player's own limits or a linked meter bring about at any table."""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from casinowar.game import commands as c
from casinowar.game.refusal import InputError
from casinowar.house.journal.requests import THE_HOUSE, Answer, TableRequest
from casinowar.house.offices.care import CARE
from casinowar.house.policy.limits import sent_away
from casinowar.house.policy.timeouts import due_by_the_clock, left_behind, unanswered
from casinowar.house.worker.meter_cache import MeterTips
from casinowar.house.worker.meter_timers import overdue
from casinowar.house.worker.streams import Stream, Streams

_LOG = logging.getLogger("casinowar.house")
_STEP_IN: Final = 1_000
"""So many milliseconds later time passes at a table that another worker serves, unless that one was there."""


def due(streams: Streams, names: Iterable[str], meters: MeterTips, now: int) -> list[TableRequest]:
    """List what the house has to do by itself at some tables, at each the first thing."""
    care = streams[CARE]
    return [
        TableRequest(table=name, actor=THE_HOUSE, command=command, expects=stream.durable.version)
        for name, stream in ((name, streams[name]) for name in names)
        if not streams.elsewhere(name) and (command := _due_at(stream, care, meters, now)) is not None
    ]


def _due_at(stream: Stream, care: Stream, meters: MeterTips, now: int) -> c.Command | None:
    rules, settings, position = stream.rules, stream.settings, stream.durable
    if stream.is_served_elsewhere:  # two who did it at once would only hinder each other
        now -= _STEP_IN
    table, waited = position.table, (now - position.since) // 1000
    if rules is None or not table.open:
        return None
    return (
        due_by_the_clock(rules, table, now // 1000)
        or unanswered(rules, settings, table, waited, stream.all_ready)
        or sent_away(care.durable.office, table, now)
        or left_behind(settings, table, stream.acted, now)
        or overdue(table, meters.shown(settings.links, position.meters), now - position.at)
    )


def passed(
    some: Sequence[TableRequest], dealt_with: Callable[[Sequence[TableRequest]], list[Answer]]
) -> list[Answer]:
    """Deal with some tables together; or one by one, so that what goes wrong at a table stays there."""
    try:
        return dealt_with(some)
    except (SQLAlchemyError, InputError):
        raise  # the database takes nothing now, and would not one by one
    except Exception:  # noqa: BLE001 - whatever it is, it is this table's alone
        if len(some) == 1:
            _LOG.exception("what the house does by itself failed at %s", some[0].table)
            return []
    return [answer for each in some for answer in passed([each], dealt_with)]
