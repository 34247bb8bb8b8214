"""Readings: points where a text can be read in more than one way, as named choices that change values."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.rulebooks.spelling import known_as
from casinowar.rulebooks.validation import Values, meant


class ReadingChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    says: str
    letter: str = ""
    """Its letter in the catalog of readings, such as ``b`` for R16(b)."""
    set: Values = {}
    unset: tuple[str, ...] = ()


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question that the text leaves open, its R number, and the ways to answer it."""

    cites: str
    question: str
    default: str
    choices: dict[str, ReadingChoice]
    over: tuple[str, ...] = ()
    """The readings that it overrides if both set a value."""


def chosen(readings: Mapping[str, Reading], wanted: Mapping[str, str]) -> dict[str, str]:
    found = {name: reading.default for name, reading in readings.items()}
    for written, value in wanted.items():
        name = known_as(written, readings)
        if name is None:
            raise _no_such(f"There is no reading '{written}'", written, readings)
        choice = known_as(value, choices := readings[name].choices)
        if choice is None:
            raise _no_such(f"The reading '{name}' cannot be '{value}'", value, choices)
        found[name] = choice
    return found


def _no_such(problem: str, written: str, known: Iterable[str]) -> InputError:
    said = problem + meant(written, [*known])
    return InputError(said if said.endswith("?") else f"{said}.")


def apply(values: Values, choices: Collection[ReadingChoice]) -> Values:
    """Apply choices to values; a rule that one of them takes out stays out."""
    for choice in choices:
        values = extended(values, choice.set)
    return without(values, [path for choice in choices for path in choice.unset])


def at_odds(
    values: Values, readings: Mapping[str, Reading], chosen: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """List conflicts: two readings and a value that they set differently, unless the later one overrides."""
    done: dict[str, list[tuple[str, ...]]] = {}
    for name, value in chosen.items():
        changed = extended(values, readings[name].choices[value].set)
        for earlier, places in done.items():
            if earlier in readings[name].over:
                continue
            yield from (
                (earlier, name, ".".join(place))
                for place in places
                if _found(values, place) != _found(changed, place)
            )
        values = changed
        done[name] = [*_single(readings[name].choices[value].set)]


def _single(values: object, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """List the paths of single values, of remedies by irregularity; without their sources."""
    if are_remedies(values):
        values = {each["irregularity"]: each for each in values}
    if not isinstance(values, dict):
        yield above
        return
    for name, value in values.items():
        if name not in {"clause", "reading", "irregularity"}:
            yield from _single(value, (*above, name))


def _found(values: object, path: tuple[str, ...]) -> object:
    for name in path:
        if are_remedies(values):
            values = {each["irregularity"]: each for each in values}
        values = values.get(name) if isinstance(values, dict) else None
    return values


def without(values: Values, paths: Collection[str]) -> Values:
    for path in paths:
        values = _without(values, path.split("."))
    return values


def is_moot(reading: Reading, taken_out: Collection[str]) -> bool:
    """Tell whether everything that a reading would change has been taken out."""
    changed = [path for choice in reading.choices.values() for path in (*stated(choice.set), *choice.unset)]
    names = [path if isinstance(path, str) else ".".join(path) for path in changed]
    return bool(names) and all(any(f"{name}.".startswith(f"{out}.") for out in taken_out) for name in names)


def stated(values: Values, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """List the paths of the values that a choice states; a value with a clause counts as one."""
    for name, value in values.items():
        if isinstance(value, dict) and "clause" not in value:
            yield from stated(value, (*above, name))
        else:
            yield (*above, name)


def keys_at(values: Values, path: str) -> tuple[str, ...]:
    found = value_at(values, path.split(".") if path else ())
    return tuple(found) if isinstance(found, dict) else ()


def value_at(values: Values, path: Iterable[str]) -> Any:  # noqa: ANN401 - TOML is anything
    found: Any = values
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def reaches(values: Values, path: str) -> bool:
    above, _, last = path.rpartition(".")
    return last in keys_at(values, above)


def extended(values: Values, changes: Values) -> Values:
    """Merge changes into values; a change with its own clause replaces the whole value.

    In a list of remedies, only those for the same irregularities change.
    """
    merged = dict(values)
    for name, change in changes.items():
        current = merged.get(name)
        if isinstance(change, dict) and isinstance(current, dict) and "clause" not in change:
            merged[name] = extended(current, change)
        elif current and are_remedies(current) and are_remedies(change):
            merged[name] = _remedies(current, change)
        else:
            merged[name] = change
    return merged


def _remedies(current: list[Values], changes: list[Values]) -> list[Values]:
    remedies = {each["irregularity"]: each for each in current}
    for change in changes:
        remedies[change["irregularity"]] = {**remedies.get(change["irregularity"], {}), **change}
    return list(remedies.values())


def are_remedies(values: object) -> TypeGuard[list[Values]]:
    return isinstance(values, list) and all(
        isinstance(each, dict) and "irregularity" in each for each in values
    )


def _without(values: Values, path: list[str]) -> Values:
    first, *rest = path
    if not rest:
        return {name: value for name, value in values.items() if name != first}
    below = values.get(first)
    return {**values, first: _without(below, rest)} if isinstance(below, dict) else values
