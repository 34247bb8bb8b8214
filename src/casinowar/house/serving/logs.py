"""Logs: JSON lines on standard error, one event a line, with nothing in them that has to stay secret.

By the standard library, because the server, the database and the migrations log by it too: one formatter has
all of them. An event has a short name and facts beside it; what was typed, signed or dealt is no fact.
"""

import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import json

LEVELS: Final = ("debug", "info", "warning", "error")
_PLAIN: Final = frozenset({*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"})
"""What every record has; the rest are facts of the event."""
_SECRET: Final = ("password", "token", "key", "secret", "invitation", "authorization", "cookie", "card")
_LEFT_OUT: Final = "left out"
_DEEPEST: Final = 12


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Tell when, how bad, what and where, and the facts."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "event": record.getMessage(),
        }
        for name, value in vars(record).items():
            if name not in _PLAIN:
                told[name] = _LEFT_OUT if any(word in name.casefold() for word in _SECRET) else value
        if record.exc_info and record.exc_info[1]:
            told |= _failure(record.exc_info[1])
        return json.encode(told, enc_hook=repr).decode()


def _failure(wrong: BaseException) -> dict[str, Any]:
    """Tell what went wrong and where, without the values that were at hand."""
    frames = traceback.extract_tb(wrong.__traceback__)[-_DEEPEST:]
    return {
        "error": type(wrong).__name__,
        "says": str(wrong)[:500],
        "where": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def log_settings(level: str) -> dict[str, Any]:
    """Give the settings of all logs of a process, as logging.config.dictConfig takes them."""
    lines = {"handlers": ["lines"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"{__name__}.{JsonLines.__qualname__}"}},
        "handlers": {
            "lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
        },
        "root": {"handlers": ["lines"], "level": "WARNING"},
        "loggers": {
            "casinowar": {**lines, "level": level.upper()},
            "_granian": {**lines, "level": "INFO"},
            "granian.access": {**lines, "level": "INFO"},
        },
    }
