"""What a rulebook of the user's own says otherwise than the built-in one of the same document."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from casinowar.rulebooks.loader import RulebookFile, is_built_in, names, open_rulebook
from casinowar.rulebooks.topics import Statement, statements

What = Literal["changed", "taken out", "added"]


class ChangedValue(Struct, frozen=True, kw_only=True):
    """A value that differs, with what each of the two says and where; a part taken out is one value."""

    value: str
    topic: str
    what: What
    base_clause: str = ""
    base_says: str = ""
    clause: str = ""
    says: str = ""


def base_of(source: RulebookFile) -> RulebookFile | None:
    """Find the built-in rulebook whose document a file of the user's own has, if it has one."""
    document = source.values.get("document")
    if not document or is_built_in(str(source.values.get("name"))):
        return None
    return next(each for each in map(open_rulebook, names()) if each.values["document"] == document)


def changes(base: RulebookFile, own: RulebookFile) -> tuple[ChangedValue, ...]:
    """List what differs under the readings that each of the two starts from."""
    before, after = ({each.place: each for each in statements(source.book())} for source in (base, own))
    return (*_changed(before, after), *_taken_out(before, after))


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
    """List what is not there any more, of a part that is not there either only the part."""
    gone = [each for place, each in before.items() if place not in after]
    places = {each.place for each in gone}
    for each in gone:
        if each.part in places:
            continue
        inside = [other for other in gone if other.part == each.place]
        cited = [clause for one in (each, *inside) for clause in _first(one)]
        yield ChangedValue(
            value=each.place,
            topic=each.topic,
            what="taken out",
            base_clause="; ".join(dict.fromkeys(cited)),
            base_says=each.in_full,
        )


def _first(statement: Statement) -> list[str]:
    """Name the clause that a value comes from, of a procedure all; others beside it may be about more."""
    every = statement.clause.split("; ")
    return every if statement.acts else every[:1]
