"""What a document leaves to the operator, and what it wants set up."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from casinowar.game.book.citing import Choices
from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.words import Wager
from casinowar.law.catalogue import Clause, Treatment, decoded, document

_MIXED_WITH_EQUIPMENT = re.compile(r"\bmixed: (?:[^;.]*, )?([^;.,]*?) (?:is|are) equipment", re.IGNORECASE)

Chosen = Mapping[str, Mapping[str, object]]


def house_values(jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Name by clause the values of a house file that make the clause's choice, such as ``decks``."""
    document(jurisdiction)
    every = decoded(dict[str, dict[str, tuple[str, ...]]], "choices.toml")
    return MappingProxyType(every.get(jurisdiction, {}))


def chosen(rules: Rules, jurisdiction: str) -> Chosen:
    """Find what the house chose, by clause and name; what it left out stands as the rulebook starts it."""
    return {clause: dict(_values(rules, names)) for clause, names in house_values(jurisdiction).items()}


def _values(rules: Rules, names: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    for name in names:
        found = _value(rules, name)
        if isinstance(found, Choices):
            yield name, "offered"
        else:
            yield name, "not offered" if found is None else msgspec.to_builtins(found)


def _value(rules: Rules, name: str) -> object:
    """Resolve one name: what follows from book and house together first, then the house file's own value."""
    first, _, rest = name.partition(".")
    if first == "readings":
        return rules.book.readings.get(rest)
    if name in {"decks", "shuffler", "seats"}:
        return getattr(rules, name)
    if name == "progressive.amounts":
        return [dollars(amount) for amount in rules.fixed_amounts(Wager.PROGRESSIVE)] or None
    found: object = rules.house
    for part in name.split("."):
        found = getattr(found, part) if found is not None else None
    return found


def equipment(clause: Clause) -> str:
    """Say what of a clause is a physical fact of table or cards: all of it, a part, or nothing."""
    if clause.treatment is Treatment.EQUIPMENT:
        return clause.summary
    mixed = _MIXED_WITH_EQUIPMENT.search(clause.note)
    if mixed is None:
        return ""
    return f"{mixed[1][0].upper()}{mixed[1][1:]}, as this says: {clause.summary}"
