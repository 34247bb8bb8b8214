"""Writes a rulebook that extends another as one complete file with the same rules."""

import json
import re
from collections.abc import Iterator
from typing import Final

from msgspec import to_builtins

from casinowar.rulebooks.loader import RulebookFile
from casinowar.rulebooks.readings import Reading, ReadingChoice, stated, without
from casinowar.rulebooks.validation import Values

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST: Final = 110


def whole(source: RulebookFile) -> str:
    if source.base is None:
        return source.text
    lines = [
        f"# {source.where} as a whole: {source.base.where} with its changes.",
        "",
        *_table((), source.values),
        *(line for name, each in source.readings.items() for line in _reading(source, name, each)),
    ]
    return "\n".join(lines) + "\n"


def _table(path: tuple[str, ...], values: Values) -> Iterator[str]:
    """Write a table; each value that carries a clause gets its own line."""
    below = {
        name: each
        for name, each in values.items()
        if isinstance(each, dict) and (not path or "clause" not in each)
    }
    own = {name: each for name, each in values.items() if name not in below}
    if path and (own or not below):
        yield from ("", f"[{_key(*path)}]")
    for name, value in own.items():
        yield f"{_key(name)} = {_value(value)}"
    for name, value in below.items():
        yield from _table((*path, name), value)


def _reading(source: RulebookFile, name: str, reading: Reading) -> Iterator[str]:
    yield from _table(
        ("readings", name), {key: each for key, each in to_builtins(reading).items() if key != "choices"}
    )
    for value, choice in reading.choices.items():
        yield from _choice(source, ("readings", name, "choices", value), choice)


def _choice(source: RulebookFile, path: tuple[str, ...], choice: ReadingChoice) -> Iterator[str]:
    yield f"[{_key(*path)}]"
    yield f"says = {_value(choice.says)}"
    if choice.letter:
        yield f"letter = {_value(choice.letter)}"
    changes = without(choice.set, source.taken_out)
    for place in stated(changes):
        found: object = changes
        for part in place:
            found = found[part] if isinstance(found, dict) else found
        yield f"set.{_key(*place)} = {_value(found)}"
    gone = [f"{each}." for each in source.taken_out]
    if unset := [each for each in choice.unset if not f"{each}.".startswith(tuple(gone))]:
        yield f"unset = {_value(unset)}"


def _key(*path: str) -> str:
    return ".".join(part if _BARE.fullmatch(part) else _text(part) for part in path)


def _value(value: object) -> str:
    match value:
        case dict():
            return f"{{ {', '.join(f'{_key(name)} = {_value(each)}' for name, each in value.items())} }}"
        case list() | tuple():
            items = [*map(_value, value)]
            short = f"[{', '.join(items)}]"
            return (
                short if len(short) <= _LONGEST else "\n".join(["[", *(f"  {each}," for each in items), "]"])
            )
        case str():
            return _text(value)
        case _:
            return json.dumps(value)


def _text(text: str) -> str:
    # JSON escapes what TOML wants escaped, but for this one.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
