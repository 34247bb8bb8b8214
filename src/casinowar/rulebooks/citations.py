"""Which value of a rulebook cites which clause."""

from casinowar.rulebooks.loader import RulebookFile


def citations(source: RulebookFile) -> dict[str, list[str]]:
    """Name, for each clause, the values of the file that cite it, such as ``maryland.toml: war.burn``."""
    cited = clauses_cited(source.values)
    for name, reading in source.readings.items():
        for value, choice in reading.choices.items():
            place = f"readings.{name} = {value}"
            cited += [(place, clause) for _, clause in clauses_cited(choice.set)]
    found: dict[str, list[str]] = {}
    for place, clause in dict.fromkeys(cited):
        for each in clause.split("; "):
            found.setdefault(each, []).append(f"{source.where}: {place}")
    return {clause: [*dict.fromkeys(places)] for clause, places in found.items()}


def clauses_cited(value: object, place: str = "") -> list[tuple[str, str]]:
    """List every place in nested values that carries a clause, with the clause."""
    if isinstance(value, list):
        return [cited for item in value for cited in clauses_cited(item, place)]
    if not isinstance(value, dict):
        return []
    here = [(place, value["clause"])] if isinstance(value.get("clause"), str) else []
    return here + [
        cited
        for name, item in value.items()
        for cited in clauses_cited(item, f"{place}.{name}" if place else name)
    ]
