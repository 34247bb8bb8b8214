"""Wording of the table in the terminal, from `wording.toml`."""

from importlib.resources import files
from typing import Final

import msgspec


class TableWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    neighbours: tuple[str, ...]
    quiet: frozenset[str]
    worth_a_look: frozenset[str]
    ceremony: frozenset[str]
    colors: dict[str, tuple[str, ...]]
    wagers: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[str, ...]]
    left_behind: dict[str, str]
    help: dict[str, str]
    needs: dict[str, str]


def meanings(lists: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Invert lists of synonyms: word to meaning.

    >>> meanings({"tie": ("tie", "t")})
    {'tie': 'tie', 't': 'tie'}
    """
    return {word: meant for meant, words in lists.items() for word in words}


WORDS: Final = msgspec.toml.decode(
    files(__package__).joinpath("wording.toml").read_text(encoding="utf-8"), type=TableWords
)
