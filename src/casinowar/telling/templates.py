"""Patterns: sentences with places for facts, read once and filled often."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

_TOKEN: Final = re.compile(r"\{([a-z_ ]+)\}|\[([a-z_ ]+)\?|([|\]])")


class Facts(Protocol):
    """What a pattern may name, found when it is asked for."""

    def __getitem__(self, name: str, /) -> Any:  # noqa: ANN401 - any fact
        """Find a fact."""


class Blank(NamedTuple):
    """Where a fact is said: `{name}`."""

    name: str


class Fork(NamedTuple):
    """Words that depend on a fact: `[name?words|other words]`."""

    name: str
    holds: tuple["str | Blank | Fork", ...]
    other: tuple["str | Blank | Fork", ...]


Pattern = tuple[str | Blank | Fork, ...]


def read(text: str) -> Pattern:
    """Read a pattern; brackets and braces that name nothing are words.

    >>> read("the [raised?new ]{wager}")
    ('the ', Fork(name='raised', holds=('new ',), other=()), Blank(name='wager'))
    """
    parts, _, at = _read(text, 0, within=False)
    if at < len(text):
        raise ValueError(f"a part of {text!r} closes that was not opened")
    return parts


def _read(text: str, at: int, *, within: bool) -> tuple[Pattern, str, int]:
    """Read up to the end of a part; say what ended it, and where."""
    parts: list[str | Blank | Fork] = []

    def words(until: int) -> None:
        if at < until:
            parts.append(text[at:until])

    start = at
    while token := _TOKEN.search(text, start):
        place, fork, ends = token.groups()
        start = token.end()
        if ends and not within:
            continue
        words(token.start())
        at = start
        if ends:
            return tuple(parts), ends, at
        if place:
            parts.append(Blank(place))
            continue
        holds, ends, at = _read(text, at, within=True)
        other: Pattern = ()
        if ends == "|":
            other, ends, at = _read(text, at, within=True)
        if ends != "]":
            raise ValueError(f"the part [{fork}? of {text!r} does not end")
        parts.append(Fork(fork, holds, other))
        start = at
    words(len(text))
    return tuple(parts), "", len(text)


def filled(pattern: Pattern, facts: Facts) -> list[str]:
    said: list[str] = []
    _fill(pattern, facts, said)
    return said


def _fill(pattern: Pattern, facts: Facts, said: list[str]) -> None:
    for part in pattern:
        if type(part) is str:
            said.append(part)
        elif type(part) is Blank:
            said.append(str(facts[part.name]))
        elif type(part) is Fork:
            _fill(part.holds if facts[part.name] else part.other, facts, said)


def places(pattern: Pattern) -> Iterator[str]:
    for part in pattern:
        if isinstance(part, Blank):
            yield part.name
        elif isinstance(part, Fork):
            yield from places(part.holds)
            yield from places(part.other)
