"""Find the line of a TOML file on which a value stands, so that an error can point to it."""

import re
from typing import Final

_HEADER: Final = re.compile(r"^\s*+\[\[?([^\]]++)\]\]?\s*+(#.*)?$")
_KEY: Final = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=""")


def line_of(text: str, path: tuple[str, ...], item: int | None = None) -> int:
    r"""Find the line of the value at a path, or of the nearest thing around it; or of an item of its list.

    >>> line_of('name = "x"\n[war]\nburn = { cards = -1 }', ("war", "burn", "cards"))
    3
    """
    _, line = _nearest(text, path)
    return line if item is None else _line_of_item(text.split("\n"), line, item)


def depth_of(text: str, path: tuple[str, ...]) -> int:
    """Tell how many parts of a path a text names."""
    return _nearest(text, path)[0]


def _nearest(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    """Find how much of a path stands in a text, and on which line; what stands only inside it will do."""
    best, best_line, inside = -1, 1, 0
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = _parts(header[1])
            found = table
        elif key := _KEY.match(line):
            found = table + _parts(key[1])
        else:
            continue
        if path[: len(found)] == found and len(found) > best:
            best, best_line = len(found), number
        elif found[: len(path)] == path:
            inside = inside or number
    return (len(path), inside) if inside and best < len(path) else (best, best_line)


def _line_of_item(lines: list[str], start: int, item: int) -> int:
    """Find an item of a list that is written with one item to a line."""
    if not lines[start - 1].rstrip().endswith("["):
        return start
    items = [
        number for number, line in enumerate(lines, 1) if number > start and line.lstrip().startswith("{")
    ]
    return items[item] if item < len(items) else start


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip().strip('"') for part in key.split("."))
