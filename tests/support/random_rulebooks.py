"""Random rulebooks over the whole schema, read from its types, so that a new field is drawn by itself.

What is drawn freely is mostly nonsense and has to be refused in one sentence; `mended` then draws again,
place by place, what the refusals name, until the rest can be played.
"""

import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

from casinowar.game.book.cited_values import Numbers
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.refusal import InputError
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.consistency import problems

Values = dict[str, Any]
_SCHEMA: Final = inspect.type_info(Rulebook)
_PATTERNS: Final = {
    " to [1-9]": ("0 to 1", "1 to 2", "1 to 1", "3 to 2", "2 to 1", "10 to 1"),
    "^(0|1|[1-9][0-9]{0,3}/": ("0", "1/4", "1/3", "1/2", "1"),
    "^[1-9][0-9]{0,3}/": ("1/3", "1/2", "3/2"),
    r"^\$?([0-9]": ("1", "2.50", "5", "1,000"),
    "^[a-z][a-z0-9_]": ("made_up",),
}
"""What is drawn for texts of a certain form; a new form has to be added here."""
_WORDS: Final = {"clause": ("1",), "reading": ("",), "document": ("",), "title": ("Made up",)}
_SYMBOLS: Final = tuple("ABCDEF")
_MOST_ITEMS: Final = 3
_TRIES: Final = 400
_NAMED: Final = re.compile(r"\[[a-z_]+\]|\b[a-z_]+\.[a-z_]+\b")
_QUOTED: Final = re.compile(r"'([a-z_]+)'")
"""How a refusal names parts and values that would help: `[war]`, `war.match`, 'forfeits'."""


class Drawing:
    """Draws values of the schema's types; `density` is how often an optional one is there."""

    def __init__(self, seed: int, without: Collection[str] = ()) -> None:
        """Begin a rulebook by its number; some of its parts may be left out."""
        self.chance, self.without = Random(seed), without
        self.density = self.chance.choice((0.1, 0.3, 0.5, 0.8))

    def rulebook(self) -> Values:
        """Draw a whole rulebook."""
        values: Values = self.value(_SCHEMA)
        return {name: value for name, value in values.items() if name not in self.without}

    def value(self, kind: inspect.Type, name: str = "") -> Any:
        """Draw a value of a type."""
        chance = self.chance
        match kind:
            case inspect.StructType(cls=cls) if cls is Numbers and chance.random() < 0.9:
                start = chance.randint(1, 4)
                return {"start": start, "least": 1, "most": chance.randint(start, 7), "clause": "1"}
            case inspect.StructType():
                wanted = (each for each in kind.fields if each.encode_name != "readings")
                return {
                    each.encode_name: self.value(each.type, each.encode_name)
                    for each in wanted
                    if each.required or chance.random() < self.density
                }
            case inspect.UnionType():
                return self.value(
                    chance.choice([each for each in kind.types if not isinstance(each, inspect.NoneType)])
                )
            case inspect.EnumType(cls=words):
                usual, *others = words
                return str(chance.choice([usual] * max(1, len(others)) + others))
            case inspect.LiteralType(values=values):
                return chance.choice(values)
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.IntType():
                least = kind.ge or 0
                return chance.randint(least, min(least + 3, kind.le or least + 3))
            case inspect.VarTupleType(item_type=item):
                return self._items(kind, item)
            case inspect.DictType(key_type=inspect.LiteralType(values=keys), value_type=each):
                return {key: self.value(each) for key in keys}
            case inspect.StrType():
                return chance.choice(_texts(kind, name))
            case _:
                raise AssertionError(f"say in {__file__} how to draw a {kind}")

    def _items(self, kind: inspect.VarTupleType, item: inspect.Type) -> list[Any]:
        """Draw a few items; of a closed list each once, in its order."""
        least = kind.min_length or 0
        if isinstance(item, inspect.LiteralType):
            number = self.chance.randint(1, len(item.values))
            chosen = self.chance.sample(item.values, number)
            return [each for each in item.values if each in chosen]
        return [self.value(item) for _ in range(self.chance.randint(least, max(least, _MOST_ITEMS)))]


def _texts(kind: inspect.StrType, name: str) -> tuple[str, ...]:
    """List what may be drawn for a text."""
    if kind.pattern is None:
        return _WORDS.get(name, _SYMBOLS)
    return next(texts for form, texts in _PATTERNS.items() if form in kind.pattern)


# reading and mending


def opened(values: Values) -> Rulebook:
    """Read a rulebook as from a file; a refusal is one sentence."""
    try:
        return RulebookFile("made_up.toml", "", values, {}).book()
    except InputError as wrong:
        if not one_sentence(wrong).startswith("made_up.toml"):
            raise AssertionError(f"the file is not named: {wrong}") from wrong
        raise


def one_sentence(wrong: Exception) -> str:
    """Give what a refusal says, which has to be one line."""
    said = str(wrong)
    if not said or "\n" in said:
        raise AssertionError(f"not one sentence: {said!r}") from wrong
    return said


def mended(values: Values, drawing: Drawing) -> Rulebook | None:
    """Draw again what a rulebook is refused for, until it is taken; None where that takes too long."""
    for _ in range(_TRIES):
        _name_the_ranks(values)
        book = msgspec.convert(values, Rulebook)
        found = list(problems(book))
        if not found:
            return opened(values)
        place, problem = drawing.chance.choice(found)
        named = [
            *_NAMED.findall(problem),
            *(f"{place.rpartition('.')[0]}.{each}" for each in _QUOTED.findall(problem)),
        ]
        if named and drawing.chance.random() < 0.6:
            _redraw(values, drawing.chance.choice(named).strip("[]").split("."), drawing, dropped=0)
        else:
            parts = place.split(".")
            above = drawing.chance.random() < 0.1 and len(parts) > 1
            _redraw(values, parts[:-1] if above else parts, drawing, dropped=0.2)
    return None


def _name_the_ranks(values: Values) -> None:
    """Let a burn by the first card name the ranks that there are, which is too rarely drawn."""
    if first := values.get("burns", {}).get("by_first_card"):
        ranks = values["cards"]["ranking"]["value"]
        first["burns"] = {rank: first["burns"].get(rank, 1) for rank in ranks}


def _redraw(values: Values, place: list[str], drawing: Drawing, *, dropped: float) -> None:
    """Draw the value at a place again, or leave it out if it need not be there."""
    kind: inspect.Type = _SCHEMA
    table = values
    for depth, name in enumerate(place):
        fields = {field.encode_name: field for struct in _structs(kind) for field in struct.fields}
        if name not in fields:
            return
        kind = fields[name].type
        if depth < len(place) - 1:
            table = table.setdefault(name, drawing.value(kind, name))
        elif fields[name].required or drawing.chance.random() >= dropped:
            table[name] = drawing.value(kind, name)
        else:
            table.pop(name, None)


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    for each in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(each, inspect.StructType):
            yield each
