"""A rulebook that says one thing otherwise is said to do so, whatever it is: by `law`, and by `compare`."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import NODEFAULT, inspect, to_builtins
from msgspec.structs import replace

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.odds.comparison import _rules
from casinowar.rulebooks import RulebookFile, open_rulebook
from casinowar.rulebooks.diff import changes
from tests.support.random_rulebooks import Drawing
from tests.support.varieties import EXAMPLES

NOT_VALUES = frozenset({"name", "title", "document", "order", "readings", "clause", "reading"})
DRAWN, OTHERS = 12, 1
RICH = {"burn_by_the_first_card", "remedies"}
NEEDS: dict[str, Callable[[dict[str, Any]], object]] = {
    "least": lambda numbers: not numbers.get("one_of"),
    "most": lambda numbers: not numbers.get("one_of"),
    "more_than": lambda provision: provision.get("repeated"),
    "within": lambda provision: provision.get("repeated"),
    "dealers": lambda burn: burn.get("when") != "before the war deal",
    "on": lambda outcome: "pays" not in outcome or outcome["pays"],
}
"""What says nothing unless something else is said beside it."""


def changed(value: Any, kind: inspect.Type, drawing: Drawing, place: str = "") -> Iterator[tuple[str, Any]]:
    """Give a value in every way in which it can differ by one thing, with the place of that."""
    if isinstance(kind, inspect.UnionType) and isinstance(value, dict):
        [kind] = [each for each in kind.types if isinstance(each, inspect.StructType)]
    match kind:
        case inspect.StructType() if value is not None:
            for field in kind.fields:
                name, now = field.encode_name, value.get(field.encode_name)
                here = f"{place}.{name}" if place else name
                if name in NOT_VALUES:
                    continue
                for where, other in changed(now, field.type, drawing, here):
                    yield where, {**value, name: other}
                if not field.required and field.default is not NODEFAULT and now is not None:
                    yield f"{here}, left out", {each: said for each, said in value.items() if each != name}
        case inspect.VarTupleType(item_type=inspect.StructType() as item) if value:
            for at, one in enumerate(value):
                for where, other in changed(one, item, drawing, f"{place}[{at}]"):
                    yield where, [*value[:at], other, *value[at + 1 :]]
            yield f"{place}, one less", value[:-1]
        case _:
            drawn = [drawing.value(kind, place.rpartition(".")[2]) for _ in range(DRAWN)]
            others = [each for at, each in enumerate(drawn) if each != value and each not in drawn[:at]]
            yield from ((place, each) for each in others[:OTHERS])


def effective(value: Any) -> Any:
    """Leave out what has no effect beside the rest, and write amounts in one way."""
    match value:
        case str():
            return value.replace(",", "") if value[:1].isdecimal() else value
        case list() | tuple():
            return [*map(effective, value)]
        case dict():
            idle = {idle for idle, needs in NEEDS.items() if not needs(value)}
            return {name: effective(each) for name, each in value.items() if name not in idle}
        case _:
            return value


def one_thing_otherwise(base: RulebookFile) -> Iterator[tuple[str, RulebookFile]]:
    """Change one value after another, as long as the rest of the rulebook can stand beside it."""
    whole, drawing = to_builtins(base.book()), Drawing(seed=1)
    says = effective(whole)
    for place, values in changed(whole, inspect.type_info(Rulebook), drawing):
        own = replace(base, values={name: said for name, said in values.items() if name != "readings"})
        try:
            differs = effective(to_builtins(own.book())) != says
        except InputError:
            continue
        if differs:
            yield place, own


@pytest.mark.parametrize(
    "reference", ["maryland", "california", *(str(each) for each in EXAMPLES if each.stem in RICH)]
)
def test_any_one_value_that_is_changed_is_counted(reference):
    base = open_rulebook(reference)
    rules, tried, uncounted = Rules(base.book()), 0, []
    for place, own in one_thing_otherwise(base):
        tried += 1
        rows = _rules([rules, Rules(own.book())])
        by_law, by_compare = bool(changes(base, own)), any(row.differ and not row.detail for row in rows)
        if not (by_law and by_compare):
            uncounted.append((place, by_law, by_compare))
    assert tried > 50
    assert uncounted == []
