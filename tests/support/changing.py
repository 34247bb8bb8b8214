"""Rulebooks that say something else at one place or another."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from casinowar.game.book.rulebook import Rulebook
from casinowar.rulebooks import open_rulebook
from tests.support.varieties import OWN

_FILES: dict[str, Path] = {path.stem: path for path in OWN}


def book_with(name: str, changes: Mapping[str, object] | None = None, **readings: str) -> Rulebook:
    """Take one of the rulebooks, and put other values at these places: ``{"war.wager.value": 2}``."""
    book: Any = open_rulebook(str(_FILES.get(name, name))).book(readings)
    for place, value in (changes or {}).items():
        book = _changed(book, place.split("."), value)
    return book  # type: ignore[no-any-return]  # replaced is of the same type


def _changed(part: Any, place: list[str], value: object) -> Any:
    name, *below = place
    return replace(part, **{name: _changed(getattr(part, name), below, value) if below else value})
