"""What a house chose on each clause that leaves a choice, for the command `law`."""

from collections.abc import Iterator, Mapping

import msgspec

from casinowar.game.book.citing import Choices
from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.words import Wager
from casinowar.law.choices import house_values

NOT_OFFERED = "not offered"
OFFERED = "offered"
NOT_SET = "not set"
Chosen = dict[str, dict[str, object]]


def chosen(rules: Rules, jurisdiction: str) -> Chosen:
    """Find what the house chose, by clause and name; what it left out stands as the rulebook starts it."""
    return {clause: dict(_values(rules, names)) for clause, names in house_values(jurisdiction).items()}


def _values(rules: Rules, names: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    for name in names:
        found = _value(rules, name)
        if isinstance(found, Choices):
            yield name, OFFERED
        else:
            yield name, NOT_OFFERED if found is None else msgspec.to_builtins(found)


def _value(rules: Rules, name: str) -> object:
    """Resolve one name: what follows from book and house together first, then the house file's own value."""
    first, _, rest = name.partition(".")
    if first == "readings":
        return rules.book.readings.get(rest)
    if name in {"decks", "shuffler", "seats"}:
        return getattr(rules, name)
    if name == "progressive.amounts":
        return [dollars(amount) for amount in rules.side_amounts(Wager.PROGRESSIVE)] or None
    found: object = rules.house
    for part in name.split("."):
        found = getattr(found, part) if found is not None else None
    return found


def line(values: Mapping[str, object]) -> str:
    """Say in one line what the house chose on a clause."""
    return "; ".join(f"{name} = {said(value)}" for name, value in values.items())


def said(value: object) -> str:
    """Write a value for people."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(map(said, value)) or "none"
        case {"rank": rank, "color": color}:
            return f"{color} {rank}"
        case {"minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case dict():
            return ", ".join(f"{name} {said(each)}" for name, each in value.items()) or NOT_SET
        case _:
            return str(value)
