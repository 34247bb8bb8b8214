"""The reference of every value that a rulebook or a house file can have, made from their types."""

import enum
import inspect
import types
from collections.abc import Iterator
from typing import Annotated, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, fields

from casinowar.game.book.cited_values import Cited, Count, Multiple, Odds, Part, Rank, Says, Share, Some, Suit
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.rulebooks.consistency import ASKABLE

_NAMED = {
    repr(Odds): 'odds such as "10 to 1"',
    repr(Share): 'a share such as "1/2"',
    repr(Multiple): 'a number from 0 or a share such as "1/2"',
    repr(Count): "a whole number from 0 to 1000",
    repr(Some): "a whole number from 1 to 1000",
    repr(Rank): "a rank",
    repr(Suit): "a suit",
}


def reference() -> str:
    """Write the reference as Markdown tables."""
    acts = [f"- {act}" for act in sorted(map(str, ASKABLE))]
    return "\n".join(
        [
            *_parts(Rulebook, ""),
            "## Acts that can be asked for\n",
            *acts,
            "",
            "## The house file\n",
            *_rows(House, ""),
            "",
        ]
    )


def _parts(kind: type, path: str) -> Iterator[str]:
    """Describe a part of the rulebook, then the parts within it."""
    yield f"## `[{path}]`\n" if path else "## At the top\n"
    yield f"{inspect.getdoc(kind)}\n"
    yield from _rows(kind, path)
    yield ""
    for field in fields(kind):
        for inner in _within(field.type):
            if issubclass(inner, Part):
                yield from _parts(inner, f"{path}.{field.name}" if path else field.name)


def _rows(kind: type, path: str) -> Iterator[str]:
    yield "| value | what it is | |\n|---|---|---|"
    for field in fields(kind):
        if any(issubclass(inner, Part) for inner in _within(field.type)):
            continue
        needed = "required" if _is_required(field) else ""
        name = f"{path}.{field.name}" if path else field.name
        yield f"| `{name}` | {_described(field.type)} | {needed} |"


def _is_required(field: FieldInfo) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _within(kind: object) -> list[type]:
    """List the classes that a type is, or is a list of, or may be."""
    if get_origin(kind) in {Union, types.UnionType}:
        return [inner for each in get_args(kind) for inner in _within(each)]
    return [kind] if inspect.isclass(kind) and not isinstance(kind, types.GenericAlias) else []


def _described(kind: object) -> str:
    """Say in words what a value of a type looks like."""
    if repr(kind) in _NAMED:
        return _NAMED[repr(kind)]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        return " or ".join(_described(each) for each in inner if each is not type(None))
    if origin is tuple:
        several = inspect.isclass(inner[0]) and issubclass(inner[0], Struct)
        return f"{'any number of these:' if several else 'a list of'} {_described(inner[0])}"
    if origin is dict:
        return f"a table from {_described(inner[0])} to {_described(inner[1])}"
    if origin is Annotated:
        return _bounded(_described(inner[0]), inner[1:])
    if origin is Literal:
        return " or ".join(f'"{each}"' for each in inner)
    if origin is Says:
        return f"`{{ value, clause }}`, the value being {_described(inner[0])}"
    if not inspect.isclass(kind):
        return str(kind)
    if issubclass(kind, enum.Enum):
        return " or ".join(f'"{each}"' for each in kind) if len(kind) < _TOO_MANY else "one of its words"
    if kind is Cited:
        return "`{ clause }`"
    if issubclass(kind, Struct):
        said = "; ".join(
            f"`{each.name}`: {_described(each.type)}" for each in fields(kind) if each.name not in _CITING
        )
        return f"{_meaning(kind)}`{{ … }}` with {said}"
    return _PLAIN.get(kind, kind.__name__)


def _bounded(said: str, metas: tuple[object, ...]) -> str:
    """Add to what a number is the least and the most that it may be."""
    for meta in metas:
        if isinstance(meta, Meta) and meta.ge is not None:
            said = f"{said} from {meta.ge}" + (f" to {meta.le}" if meta.le is not None else "")
    return said


def _meaning(kind: type) -> str:
    """Say what a value of several parts means, in the words of its class."""
    return f"{' '.join((inspect.getdoc(kind) or '').split())} "


_CITING = frozenset({"clause", "reading"})
_TOO_MANY = 12
_PLAIN = {str: "text", int: "a whole number", bool: "true or false"}
