"""Explains in plain words what does not fit its type in a TOML file, and where."""

import re
from bisect import bisect_left
from difflib import get_close_matches
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")
Values = dict[str, Any]

_ITEM: Final = re.compile(r"\[(\d+)\]")
_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$")
_ANY_KEY: Final = "[...]"
_BAD_KEY: Final = " - at `key` in "
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_NOT_A_WORD: Final = re.compile(r"Invalid enum value '?(.*?)'?")
_WRONG_KIND: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_BOUND: Final = re.compile(r"Expected `int` ([<>]=) (\d+)")
_MOST_WORDS: Final = 12
_DENIALS: Final = frozenset({"without", "not", "no", "never", "nothing"})
_TURNS: Final = _DENIALS | {"with", "before", "after", "least", "most", "higher", "lower"}
_PATTERNS: Final = (
    (" to [1-9]", 'odds such as "10 to 1"'),
    ("^[1-9][0-9]{0,3}/[1-9]", 'a number such as 2, or a share such as "1/2"'),
    ("^(0|1|[1-9][0-9]{0,3}/", 'a share such as "1/2", or "1" for all of it'),
    (
        "^(none|",
        'an amount of dollars in quotes, such as "50000", or "none" where there is none',
    ),
    ("^\\$?", 'an amount of dollars in quotes, such as "5" or "2.50"'),
    ("%$", 'a rate such as "10%"'),
    ("^[a-z][a-z0-9_]", "a name of small letters, digits and underscores"),
    ("([01][0-9]|2[0-3]):", 'a time such as "06:00"'),
)
_KINDS: Final = {
    "object": "a table such as { value = …, clause = … }",
    "array": "a list such as [1, 2]",
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
}


class Fault(Exception):
    def __init__(self, place: str, problem: str, named: str = "", item: int | None = None) -> None:
        super().__init__(problem)
        self.place, self.problem, self.item = place, problem, item
        self.path = tuple(part for part in (*place.split("."), named) if part)
        self.missing = ""
        """The name of a missing value, if that is the problem."""

    def below(self, *path: str, instead: bool = False) -> "Fault":
        """Give the fault as it stands below a path, or at that path instead of its own."""
        moved = Fault(self.place, self.problem, item=self.item)
        moved.path = path if instead else (*path, *self.path)
        return moved


def converted(values: Any, kind: type[T], root: str = "") -> T:  # noqa: ANN401 - TOML is anything
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as wrong:
        found = _PLACE.search(str(wrong))
        inside = _dotted(_named(values, kind, found[1])) if found else ""
        problem = _PLACE.sub("", str(wrong))
        item = _ITEM.search(found[1]) if found else None
        is_key = _BAD_KEY in str(wrong)
        named = (_NOT_A_WORD if is_key else _UNKNOWN).fullmatch(problem)
        place = ".".join(part for part in (root, inside) if part)
        kinds = _kind_at(kind, inside)
        said = _wrong_key(named[1], kinds) if named and is_key else _plainly(problem, kinds)
        fault = Fault(place, said, named[1] if named else "", int(item[1]) if item else None)
        if missing := _MISSING.fullmatch(problem):
            fault.missing = missing[1]
        raise fault from None


def _named(values: Values, kind: type[T], place: str) -> str:
    """Fill in the keys that msgspec writes as ``[...]``: each is the first key that causes the error."""
    said = f"`${place}`"

    def fails(keys: list[str]) -> bool:
        try:
            msgspec.convert(_only(values, path, keys), kind)
        except msgspec.ValidationError as wrong:
            return str(wrong).endswith(said)
        return False

    while _ANY_KEY in place:
        before, _, after = place.partition(_ANY_KEY)
        path = [part for part in _dotted(before).split(".") if part]
        below: Any = values
        for part in path:
            below = below[part] if isinstance(below, dict) else {}
        keys = list(below) if isinstance(below, dict) else []
        # Keys are read in order up to the first that is wrong, so it can be found by halving.
        first = bisect_left(range(1, len(keys) + 1), x=True, key=lambda number: fails(keys[:number]))
        if first == len(keys):
            return f"{before}{after}"
        values, place = _only(values, path, keys[first : first + 1]), f"{before}.{keys[first]}{after}"
    return place


def _only(values: Values, path: list[str], keys: list[str]) -> Values:
    if not path:
        return {key: values[key] for key in keys}
    return {**values, path[0]: _only(values[path[0]], path[1:], keys)}


def _dotted(place: str) -> str:
    """Turn msgspec's path into a dotted one, leaving out positions in lists."""
    return re.sub(r"\[[^\]]*\]", "", place).strip(".")


def _kind_at(kind: type, place: str) -> tuple[inspect.Type, ...]:
    kinds = _inner(inspect.type_info(kind))
    for part in place.split(".") if place else ():
        kinds = _below(kinds, part)
    return kinds


def _below(kinds: tuple[inspect.Type, ...], part: str) -> tuple[inspect.Type, ...]:
    below: list[inspect.Type] = []
    for each in kinds:
        if isinstance(each, inspect.StructType):
            below += [field.type for field in each.fields if field.encode_name == part]
        elif isinstance(each, inspect.DictType):
            below.append(each.value_type)
    return tuple(inner for each in below for inner in _inner(each))


def _inner(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """Unwrap optional types and lists, since places leave out positions in lists."""
    match kind:
        case inspect.UnionType():
            return tuple(inner for each in kind.types for inner in _inner(each))
        case inspect.VarTupleType() | inspect.ListType():
            return (kind, *_inner(kind.item_type))
        case inspect.Metadata():
            return _inner(kind.type)
        case inspect.NoneType():
            return ()
        case _:
            return (kind,)


def _plainly(problem: str, kinds: tuple[inspect.Type, ...]) -> str:
    if unknown := _UNKNOWN.fullmatch(problem):
        known = [
            field.encode_name
            for each in kinds
            if isinstance(each, inspect.StructType)
            for field in each.fields
        ]
        return f"there is no value '{unknown[1]}' here{meant(unknown[1], known)}"
    if missing := _MISSING.fullmatch(problem):
        return f"the value '{missing[1]}' is missing"
    if strange := _NOT_A_WORD.fullmatch(problem):
        return f"'{strange[1]}' is not a word for this{meant(strange[1], _words(kinds), cutoff=0.85)}"
    bound = _BOUND.fullmatch(problem)
    at_least = f"{'at least' if bound[1] == '>=' else 'at most'} {bound[2]}" if bound else ""
    if said := _by_pattern(kinds) if bound or "regex" in problem or _WRONG_KIND.fullmatch(problem) else "":
        return f"this must be {said}" + (f", and {at_least}" if bound else "")
    if wrong := _WRONG_KIND.fullmatch(problem):
        wanted = " or ".join(_KINDS.get(each, each) for each in wrong[1].split(" | ") if each != "null")
        value = _by_pattern(_below(kinds, "value"))
        said = f"this must be {wanted}, not {_KINDS.get(wrong[2], wrong[2]).split(' such as')[0]}"
        return f"{said}; its value is {value}" if value else said
    if problem == "Expected `str` of length >= 1":
        return "this may not be empty"
    if problem.endswith("of length >= 1"):
        return "this needs one entry at least"
    return f"this must be a whole number of {at_least}" if bound else problem


def _wrong_key(key: str, kinds: tuple[inspect.Type, ...]) -> str:
    known = [each.key_type for each in kinds if isinstance(each, inspect.DictType)]
    return f"'{key}' is not a word for this{meant(key, _words(tuple(known)))}"


def _by_pattern(kinds: tuple[inspect.Type, ...]) -> str:
    patterns = [each.pattern or "" for each in kinds if isinstance(each, inspect.StrType)]
    return next((said for part, said in _PATTERNS if any(part in each for each in patterns)), "")


def _words(kinds: tuple[inspect.Type, ...]) -> list[str]:
    words: list[str] = []
    for kind in kinds:
        if isinstance(kind, inspect.EnumType):
            words += [*map(str, kind.cls)]
        elif isinstance(kind, inspect.LiteralType):
            words += map(str, kind.values)
    return words


def meant(written: str, known: list[str], cutoff: float = 0.6) -> str:
    """Suggest what may be written instead: the nearest match, or else everything.

    >>> meant("klause", ["clause", "value"])
    "; did you mean 'clause'?"
    >>> meant("anticlockwise", ["clockwise", "counterclockwise"], 0.85)
    "; it can be: 'clockwise', 'counterclockwise'"
    >>> meant("without a wager", ["with a wager", "with or without a wager"], 0.85)
    "; it can be: 'with a wager', 'with or without a wager'"
    """
    if near := [
        each for each in get_close_matches(written, known, n=1, cutoff=cutoff) if not _says_no(each, written)
    ]:
        return f"; did you mean '{near[0]}'?"
    if not known:
        return ""
    if len(known) <= _MOST_WORDS:
        return f"; it can be: {', '.join(map(repr, known))}"
    nearest = get_close_matches(written, known, n=5, cutoff=0.0)
    return f"; near to it are: {', '.join(map(repr, nearest))}"


def _says_no(word: str, written: str) -> bool:
    """Tell whether one of two similar words denies what the other says: "with" and "without"."""
    said, other = ({*re.findall(r"[a-z]+", each.lower())} & _TURNS for each in (word, written))
    return bool((said ^ other) & _DENIALS) or not other <= said
