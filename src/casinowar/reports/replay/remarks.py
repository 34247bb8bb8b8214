"""Remarks on lawful but suspicious records: a player's command given under another name."""

from typing import Final

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.table import Table
from casinowar.record.text import Entry, Numbered
from casinowar.reports.numbers import counted
from casinowar.telling.phrases import player_giving

_HOUSE: Final = "house"
"""The name under which a house declines for silent players; reserved there."""
_FOR_THE_SILENT: Final = (c.RefuseCut, c.DeclineBank, c.DeclineTieWager, c.AddToBank)
_MOST_LINES: Final = 4


class Remark(Struct, frozen=True, kw_only=True):
    """Who gave a player's commands, and on which lines."""

    who: str
    player: str
    lines: tuple[int, ...]
    says: str


class CommandGivers:
    def __init__(self, numbered: Numbered) -> None:
        self._begin: dict[int, tuple[int, Entry]] = {}
        self._lines: dict[tuple[str, str], list[int]] = {}
        place = 0
        for line, entry in zip(numbered.commands, numbered.record.entries, strict=False):
            self._begin[place] = line, entry
            place += len(entry.events)

    def follow(self, place: int, table: Table) -> None:
        """Check the command whose first event is at `place`; `table` is the state before it."""
        line, entry = self._begin.get(place, (0, None))
        if entry is None or not entry.who:
            return
        player = player_giving(entry.command, table)
        silent = entry.who == _HOUSE and isinstance(entry.command, _FOR_THE_SILENT)
        if player and player != entry.who and not silent:
            self._lines.setdefault((entry.who, player), []).append(line)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return tuple(
            Remark(who=who, player=player, lines=tuple(lines), says=_says(who, player, lines))
            for (who, player), lines in self._lines.items()
        )


def _says(who: str, player: str, lines: list[int]) -> str:
    first, more = lines[:_MOST_LINES], lines[_MOST_LINES:]
    where = ", ".join(map(str, first)) + (f" and {len(more)} more" if more else "")
    commands = "a command" if len(lines) == 1 else counted(len(lines), "command")
    told = f"{commands} of {player}'s ({'line' if len(lines) == 1 else 'lines'} {where})"
    return f"by the record it was {who}, not {player}, who gave {told}."
