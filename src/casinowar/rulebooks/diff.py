"""The differences between a user's own rulebook and the built-in one of the same document."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct, to_builtins

from casinowar.game.book.rulebook import Rulebook
from casinowar.rulebooks.loader import RulebookFile, is_built_in, names, open_rulebook, open_text
from casinowar.rulebooks.readings import Reading, apply, are_remedies, stated, value_at, without
from casinowar.rulebooks.topics import Statement, statements
from casinowar.rulebooks.validation import Values, converted

What = Literal["changed", "taken out", "added"]


class ChangedValue(Struct, frozen=True, kw_only=True):
    """A value that differs, with both versions and their clauses; a part taken out counts as one value."""

    value: str
    topic: str
    what: What
    base_clause: str = ""
    base_says: str = ""
    clause: str = ""
    says: str = ""
    beside: str = ""
    """Further clauses cited only by a value that is taken out; they may cover more."""


def base_of(source: RulebookFile) -> RulebookFile | None:
    """Find the built-in rulebook of the same document; None for a built-in rulebook or without a document."""
    document = source.values.get("document")
    if not document or is_built_in(str(source.values.get("name"))):
        return None
    return next(each for each in map(open_rulebook, names()) if each.values["document"] == document)


def changes(base: RulebookFile, own: RulebookFile) -> tuple[ChangedValue, ...]:
    before, after = ({each.place: each for each in statements(source.book())} for source in (base, own))
    return (*_changed(before, after), *_taken_out(before, after))


def added_readings(base: RulebookFile, own: RulebookFile) -> tuple[ChangedValue, ...]:
    return tuple(
        ChangedValue(
            value=f"readings.{name}",
            topic="readings",
            what="added",
            clause=reading.cites,
            says=reading.question,
        )
        for name, reading in own.readings.items()
        if name not in base.readings
    )


def _changed(before: dict[str, Statement], after: dict[str, Statement]) -> Iterator[ChangedValue]:
    for place, now in after.items():
        was = before.get(place)
        if was is None:
            yield ChangedValue(
                value=place, topic=now.topic, what="added", clause=now.clause, says=now.in_full
            )
        elif (was.in_full, was.clause) != (now.in_full, now.clause):
            yield ChangedValue(
                value=place,
                topic=now.topic,
                what="changed",
                base_clause=was.clause,
                base_says=was.in_full,
                clause=now.clause,
                says=now.in_full,
            )


def _taken_out(before: dict[str, Statement], after: dict[str, Statement]) -> Iterator[ChangedValue]:
    """List what is missing; if a whole part is missing, only the part."""
    gone = [each for place, each in before.items() if place not in after]
    still = {clause for each in after.values() for clause in each.clause.split("; ")}
    places = {each.place for each in gone}
    for each in gone:
        if each.part in places:
            continue
        inside = [other for other in gone if other.part == each.place]
        cited = [clause for one in (each, *inside) for clause in _first(one)]
        every = dict.fromkeys(clause for one in (each, *inside) for clause in one.clause.split("; "))
        yield ChangedValue(
            value=each.place,
            topic=each.topic,
            what="taken out",
            base_clause="; ".join(dict.fromkeys(cited)),
            base_says=each.in_full,
            beside="; ".join(clause for clause in every if clause not in {*cited, *still}),
        )


def _first(statement: Statement) -> list[str]:
    """Name the clause that a value comes from, or all of a procedure's; further clauses may cover more."""
    every = statement.clause.split("; ")
    return every if statement.acts else every[:1]


def overridden(own: RulebookFile, chosen: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Name, by reading, the values that a file states itself although its base leaves them to that reading.

    The base of a file without `extends` is the built-in rulebook of the same document. A value set by a
    choice is not the file's own. A reading that the file words itself is.
    """
    base = open_text(own.base) if own.base else base_of(own)
    if base is None:
        return {}
    before, after = _under(base, chosen), _under(own, chosen)
    found = {
        name: tuple(dict.fromkeys(_restated(before, after, own.readings[name], own.taken_out)))
        for name, value in chosen.items()
        if name in base.readings
        and base.readings[name].choices.get(value) == own.readings[name].choices[value]
    }
    return {name: places for name, places in found.items() if places}


def set_again(own: RulebookFile) -> Iterator[tuple[str, str, str]]:
    """List the values that a file states and its own default readings set again, by place and choice."""
    base = open_text(own.base) if own.base else None
    if base is None:
        return
    for name, reading in own.readings.items():
        sets = reading.choices[reading.default].set
        for path in stated(sets):
            mine, found = value_at(own.values, path), value_at(sets, path)
            if mine not in (None, found, value_at(base.values, path)):
                yield ".".join(path), name, reading.default


def _under(source: RulebookFile, chosen: Mapping[str, str]) -> Values:
    taken = [each.choices.get(chosen.get(name, "")) for name, each in source.readings.items()]
    values = without(apply(source.values, [each for each in taken if each]), source.taken_out)
    return {**to_builtins(converted(values, Rulebook))}


def _restated(before: Values, after: Values, reading: Reading, taken_out: Iterable[str]) -> Iterator[str]:
    for choice in reading.choices.values():
        for path in (*stated(choice.set), *(tuple(each.split(".")) for each in choice.unset)):
            place, said = ".".join(path), value_at(choice.set, path)
            gone = any(f"{place}.".startswith(f"{out}.") for out in taken_out)
            if not gone and _about(value_at(before, path), said) != _about(value_at(after, path), said):
                yield place


def _about(value: Any, said: object) -> object:  # noqa: ANN401 - TOML is anything
    if isinstance(value, list | tuple) and are_remedies(said):
        spoken_of = {each["irregularity"] for each in said}
        return [_about(each, None) for each in value if each["irregularity"] in spoken_of]
    return (
        {name: each for name, each in value.items() if name != "reading"}
        if isinstance(value, dict)
        else value
    )
