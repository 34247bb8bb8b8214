"""Saved games: a table that is put away in a file, to be gone on with exactly where it was left.

The game is the record of all that was commanded, with the order of every shuffle: giving the commands again
brings the table back. Beside it stand the state of a seeded generator and what a shell keeps for itself.
Whoever reads the file knows every card to come.
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
"""So many numbers, and a place among them, are the state of Python's generator."""


class SavedGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that was put away: its record as text, its chance, what people are asked, a shell's own."""

    record: str
    chance: tuple[int, ...] | None = None
    asking: tuple[Act, ...] = ()
    """The acts for which the table waits to be told."""
    shell: dict[str, Any] = {}

    def read(self) -> Record:
        """Read what was commanded and happened."""
        return text.read(self.record)

    def generator(self) -> random.Random | None:
        """Give the generator in the state that it was in, if there was one."""
        if self.chance is None:
            return None
        made = random.Random()  # noqa: S311 - it goes on from a seed, which is for experiments
        words, place = self.chance[:-1], self.chance[-1:]
        if (
            len(words) != _WORDS
            or not all(0 <= word < 1 << 32 for word in words)
            or not 0 <= place[0] <= _WORDS
        ):
            raise InputError("What it says of chance is no state of a generator.")
        made.setstate((3, self.chance, None))
        return made


class _SavedFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file: a version, a checksum, and the game."""

    casinowar_game: int
    sha256: str
    game: dict[str, Any]


def unhidden(rules: Rules, entries: Sequence[Entry], book: str) -> Record:
    """Record a whole game with nothing hidden: commands as they were given, the house as it was chosen."""
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
    """Put a game away, all of it or nothing; another saved game may stand there, and nothing else."""
    where = reading.path_of(path)
    state = None if chance is None else tuple(chance.getstate()[1])
    if not isinstance(shell, Mapping | None):
        raise InputError("What a shell keeps of its own is a dictionary of plain values.")
    commanded, asked = text.write(record, with_shoes=True), tuple(sorted(asking))
    game = SavedGame(record=commanded, chance=state, asking=asked, shell=dict(shell or {}))
    _check_free(where)
    try:
        values = msgspec.to_builtins(game, str_keys=True)
        kept = {"casinowar_game": VERSION, "sha256": checksum(values), "game": values}
        content = json.dumps(kept, indent=1, allow_nan=False).encode()
        _decoded(where, content)  # An older game is not replaced by one that cannot be read.
    except (TypeError, ValueError, RecursionError, InputError):
        raise InputError("What a shell keeps of its own is a dictionary of plain values.") from None
    writing.write(where, content)


def read(path: str | PathLike[str]) -> SavedGame:
    """Read a game that was put away, or say in one sentence why it is none."""
    where = reading.path_of(path)
    return _decoded(where, reading.read(where, _LONGEST, "a saved game"))


def _decoded(where: str, content: bytes) -> SavedGame:
    try:
        kept = msgspec.json.decode(content, type=_SavedFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise InputError(f"{where}: The file is no saved game.") from None
    if kept.casinowar_game != VERSION:
        found = kept.casinowar_game
        raise InputError(f"{where}: The game is of version {found}; only version {VERSION} can be read.")
    if kept.sha256 != checksum(kept.game):
        raise InputError(f"{where}: The file is damaged, or it was changed after it was saved.")
    try:
        return msgspec.convert(kept.game, SavedGame)
    except msgspec.ValidationError:
        raise InputError(f"{where}: The file is no saved game.") from None


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[SavedGame]:
    """Read a game, and say in every error what file it is about."""
    game = read(path)
    try:
        yield game
    except (InputError, Refusal) as wrong:
        raise InputError(f"{reading.path_of(path)}: {wrong}") from None


def deeds(rules: Rules, record: Record) -> Iterator[tuple[Deed, str]]:
    """Give every command again, with who gave it; each has to bring about what it did."""
    table = record.before
    for number, entry in enumerate(record.entries, 1):
        deed = give(rules, table, entry.command)
        if deed.events != entry.events:
            name = type(entry.command).__name__
            raise InputError(f"What command {number}, {name}, brought about is not what the rulebook says.")
        yield deed, entry.who
        table = deed.tables[-1] if deed.tables else table


def checksum(game: dict[str, Any]) -> str:
    """Give a sum by which damage, and changes by hand, are noticed."""
    return sha256(json.dumps(game, sort_keys=True).encode()).hexdigest()


def _check_free(path: str | PathLike[str]) -> None:
    there = False
    with suppress(OSError, ValueError):
        there = Path(path).exists()
    if there:
        try:
            read(path)
        except InputError:
            raise InputError(f"{fspath(path)} is there already, and is no saved game.") from None
