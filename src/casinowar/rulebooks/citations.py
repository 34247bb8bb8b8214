"""Which values of a rulebook cite which clause."""

from msgspec import to_builtins

from casinowar.game.book.rulebook import Rulebook
from casinowar.game.citation import is_assumption
from casinowar.rulebooks.loader import RulebookFile


def citations(source: RulebookFile, read: Rulebook | None = None) -> dict[str, list[str]]:
    """Map each clause to the values of the file that cite it, such as ``maryland.toml: war.burn``.

    Covers every reading in the file, or only what is in force in a book read from it.
    """
    said = clauses_cited(source.values)
    under = [
        (f"readings.{name} = {value}", clauses_cited(choice.set))
        for name, reading in source.readings.items()
        for value, choice in reading.choices.items()
        if read is None or read.readings[name] == value
    ]
    if read is not None:
        in_force = {*clauses_cited(to_builtins(read))}
        said = [each for each in said if each in in_force]
        under = [(name, [each for each in values if each in in_force]) for name, values in under]
    asked = [
        (f"readings.{name}", each.cites)
        for name, each in source.readings.items()
        if not is_assumption(each.cites)
    ]
    cited = asked + said + [(name, clause) for name, values in under for _, clause in values]
    found: dict[str, list[str]] = {}
    for place, clause in dict.fromkeys(cited):
        for each in clause.split("; "):
            found.setdefault(each, []).append(f"{source.where}: {place}")
    return {clause: [*dict.fromkeys(places)] for clause, places in found.items()}


def clauses_cited(value: object, place: str = "") -> list[tuple[str, str]]:
    if isinstance(value, list | tuple):
        return [cited for item in value for cited in clauses_cited(item, place)]
    if not isinstance(value, dict):
        return []
    here = [(place, value["clause"])] if isinstance(value.get("clause"), str) else []
    return here + [
        cited
        for name, item in value.items()
        for cited in clauses_cited(item, f"{place}.{name}" if place else name)
    ]
