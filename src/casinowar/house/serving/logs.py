"""Logs: JSON lines on standard error, one event a line, without secrets.

They use the standard library, as the server, the database and the migrations do, so one formatter covers
all. An event has a short name and facts; what people typed, signed or were dealt is never a fact.
"""

import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import json

_PLAIN: Final = frozenset({*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"})
"""Attributes of every record; the others are facts of the event."""
_SECRET: Final = ("password", "token", "key", "secret", "invitation", "authorization", "cookie", "card")
_LEFT_OUT: Final = "left out"
_DEEPEST: Final = 12


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
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
    """Give the error and its frames, without the values of variables."""
    frames = traceback.extract_tb(wrong.__traceback__)[-_DEEPEST:]
    return {
        "error": type(wrong).__name__,
        "says": str(wrong)[:500],
        "where": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def log_settings(level: str) -> dict[str, Any]:
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
