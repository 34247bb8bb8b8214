"""Saved games: a table stored in a file, to resume exactly where it stopped.

The game is the record of all commands with the order of every shuffle; giving the commands again restores the
table. The file also holds the state of a seeded generator and a shell's own data. It reveals every card to
come.
"""

import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from casinowar.files import reading, writing
from casinowar.game.automatic import Deed, give
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED
from casinowar.game.words import Act
from casinowar.record import text
from casinowar.record.text import Entry, Record

VERSION: Final = 1
_LONGEST: Final = 100_000_000
_WORDS: Final = 624
"""The state of Python's generator: this many numbers, and a position among them."""


class SavedGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A saved game: its record as text, its chance, what people are asked, a shell's own data."""

    record: str
    chance: tuple[int, ...] | None = None
    asking: tuple[Act, ...] = ()
    shell: dict[str, Any] = {}

    def read(self) -> Record:
        return text.read(self.record)

    def generator(self) -> random.Random | None:
        if self.chance is None:
            return None
        made = random.Random()  # noqa: S311 - it goes on from a seed, which is for experiments
        words, place = self.chance[:-1], self.chance[-1:]
        if (
            len(words) != _WORDS
            or not all(0 <= word < 1 << 32 for word in words)
            or not 0 <= place[0] <= _WORDS
        ):
            raise InputError("Its chance is not a valid generator state.")
        made.setstate((3, self.chance, None))
        return made


class _SavedFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    casinowar_game: int
    sha256: str
    game: dict[str, Any]


def unhidden(rules: Rules, entries: Sequence[Entry], book: str) -> Record:
    """Record a whole game with nothing hidden: commands as given, the house as chosen."""
    record = Record.of(rules, CLOSED, entries, book)
    return replace(record, house=rules.house, entries=tuple(entries))


def write(
    path: str | PathLike[str],
    record: Record,
    chance: random.Random | None,
    shell: Mapping[str, object] | None = None,
    *,
    asking: Collection[Act] = (),
) -> None:
    """Save a game, completely or not at all; overwrite only another saved game."""
    where = reading.path_of(path)
    state = None if chance is None else tuple(chance.getstate()[1])
    if not isinstance(shell, Mapping | None):
        raise InputError("A shell's own data must be a dictionary of plain values.")
    commanded, asked = text.write(record, with_shoes=True), tuple(sorted(asking))
    game = SavedGame(record=commanded, chance=state, asking=asked, shell=dict(shell or {}))
    _check_free(where)
    try:
        values = msgspec.to_builtins(game, str_keys=True)
        kept = {"casinowar_game": VERSION, "sha256": checksum(values), "game": values}
        content = json.dumps(kept, indent=1, allow_nan=False).encode()
        _decoded(where, content)  # An older game is not replaced by one that cannot be read.
    except (TypeError, ValueError, RecursionError, InputError):
        raise InputError("A shell's own data must be a dictionary of plain values.") from None
    writing.write(where, content)


def read(path: str | PathLike[str]) -> SavedGame:
    where = reading.path_of(path)
    return _decoded(where, reading.read(where, _LONGEST, "a saved game"))


def _decoded(where: str, content: bytes) -> SavedGame:
    try:
        kept = msgspec.json.decode(content, type=_SavedFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise InputError(f"{where}: The file is not a saved game.") from None
    if kept.casinowar_game != VERSION:
        found = kept.casinowar_game
        raise InputError(f"{where}: The game is of version {found}; only version {VERSION} can be read.")
    if kept.sha256 != checksum(kept.game):
        raise InputError(f"{where}: The file is damaged, or it was changed after it was saved.")
    try:
        return msgspec.convert(kept.game, SavedGame)
    except msgspec.ValidationError:
        raise InputError(f"{where}: The file is not a saved game.") from None


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[SavedGame]:
    game = read(path)
    try:
        yield game
    except (InputError, Refusal) as wrong:
        raise InputError(f"{reading.path_of(path)}: {wrong}") from None


def deeds(rules: Rules, record: Record) -> Iterator[tuple[Deed, str]]:
    """Give every command again, with its giver; each must cause what it caused before."""
    table = record.before
    for number, entry in enumerate(record.entries, 1):
        deed = give(rules, table, entry.command)
        if deed.events != entry.events:
            name = type(entry.command).__name__
            raise InputError(f"The events of command {number}, {name}, are not what the rulebook says.")
        yield deed, entry.who
        table = deed.tables[-1] if deed.tables else table


def checksum(game: dict[str, Any]) -> str:
    """Compute a checksum that reveals damage and edits."""
    return sha256(json.dumps(game, sort_keys=True).encode()).hexdigest()


def _check_free(path: str | PathLike[str]) -> None:
    there = False
    with suppress(OSError, ValueError):
        there = Path(path).exists()
    if there:
        try:
            read(path)
        except InputError:
            raise InputError(f"{fspath(path)} already exists and is not a saved game.") from None
