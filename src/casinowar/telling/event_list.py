"""Happenings: what a call brought about, and the sentences that tell it."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Self

from casinowar.game.events import Event
from casinowar.game.evolve import evolve
from casinowar.game.table import CLOSED, Table
from casinowar.telling.narration import narrate


class Events(tuple[Event, ...]):  # noqa: SLOT001 - it keeps the table before
    """What a call brought about; `repr` tells the first event, `str` and `print` tell them all."""

    before: Table

    def __new__(cls, events: Iterable[Event] = (), before: Table = CLOSED) -> Self:
        made = super().__new__(cls, events)
        made.before = before
        return made

    def __repr__(self) -> str:
        first = next(self._sentences(), "Nothing happened.")
        more = len(self) - 1
        return f"{first} (and {more} more)" if more > 0 else first

    def __str__(self) -> str:
        return "\n".join(self._sentences())

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{escape(each)}</li>" for each in self._sentences())
        return f"<ol>{lines}</ol>" if lines else f"<p>{self!r}</p>"

    def _sentences(self) -> Iterator[str]:
        table = self.before
        for event in self:
            yield narrate(event, table)
            table = evolve(table, event)
