"""What a document leaves to the operator, and what it requires to be set up."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.cited_values import Choices
from casinowar.game.book.house import Limit
from casinowar.game.book.rules import Rules
from casinowar.game.commands import COMMANDS
from casinowar.game.money import dollars
from casinowar.game.words import Shuffler, Wager
from casinowar.law.catalog import Clause, Treatment, decoded, document, mixed_parts

Chosen = Mapping[str, Mapping[str, object]]
_AT_THE_TABLE = "chosen at the table"


class Assumed(Struct, frozen=True):
    reading: str
    without: str | int


class _Choices(Struct, frozen=True, forbid_unknown_fields=True):
    assumed: dict[str, Assumed]
    words: dict[str, str]
    places: dict[str, tuple[str, ...]]
    clauses: dict[str, dict[str, tuple[str, ...]]]


def house_values(jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Map clauses to the house file's values that make their choices, such as ``decks``."""
    document(jurisdiction)
    return MappingProxyType(decoded(_Choices, "choices.toml").clauses.get(jurisdiction, {}))


def places(name: str) -> tuple[str, ...]:
    """Name the values of a rulebook that leave a choice to the house.

    >>> places("limits")
    ('wagers.limits',)
    """
    known: dict[str, tuple[str, ...]] = decoded(_Choices, "choices.toml").places
    return known.get(name, ())


def _left_to_the_house(rules: Rules, jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Map clauses to the house's choices; for a text outside the catalog, by its own values."""
    if jurisdiction:
        return house_values(jurisdiction)
    found: dict[str, tuple[str, ...]] = {}
    for name in decoded(_Choices, "choices.toml").places:
        part, inside, _ = name.partition(".")
        cited = [clause for place in places(name) if (clause := _cited(rules, place))]
        if cited and not (inside and getattr(rules.house, part) is None):
            clause = "; ".join(dict.fromkeys(cited))
            found[clause] = (*found.get(clause, ()), name)
    return found


def _cited(rules: Rules, place: str) -> str:
    found: object = rules.book
    clause = ""
    for part in place.split("."):
        found = getattr(found, part)
        if not found:
            return ""
        clause = getattr(found, "clause", clause)
    return clause


def in_words(name: str) -> str:
    """Describe a value; empty if it has no description.

    >>> in_words("decks")
    'number of decks, of each batch where there are two'
    """
    known: dict[str, str] = decoded(_Choices, "choices.toml").words
    return known.get(name, "")


def assumed(rules: Rules, jurisdiction: str) -> Mapping[str, Assumed]:
    named = {name for names in _left_to_the_house(rules, jurisdiction).values() for name in names}
    every = decoded(_Choices, "choices.toml").assumed.items()
    return {name: each for name, each in every if name in named and getattr(rules.house, name) is None}


def chosen(rules: Rules, jurisdiction: str) -> Chosen:
    """Find the house's choices, by clause and name; those left out have the rulebook's default.

    Leaves out choices about rules that the user's own rulebook took out.
    """
    open_choices = assumed(rules, jurisdiction)
    found = {
        clause: dict(_values(rules, [name for name in names if _has(rules, name)], open_choices))
        for clause, names in _left_to_the_house(rules, jurisdiction).items()
    }
    return {clause: values for clause, values in found.items() if values}


def _has(rules: Rules, name: str) -> bool:
    first, _, rest = name.partition(".")
    if first == "readings":
        return rest in rules.book.readings
    if not rest and (leaving := places(name)):
        return any(_cited(rules, place) for place in leaving)
    return getattr(rules.book, first, first) is not None


def is_taken_out(rules: Rules, jurisdiction: str, clause_id: str) -> bool:
    """Tell whether a clause is only about a part that the book does not have."""
    if not jurisdiction:
        return False
    names = house_values(jurisdiction).get(clause_id, ())
    names += tuple(filter(None, [conditions(jurisdiction).get(clause_id, "").removeprefix("not ")]))
    return bool(names) and not any(_has(rules, name) for name in names)


def _values(
    rules: Rules, names: Iterable[str], open_choices: Mapping[str, Assumed]
) -> Iterator[tuple[str, object]]:
    for name in names:
        found = _value(rules, name)
        if name in open_choices:
            yield name, f"{open_choices[name].without} (our assumption {open_choices[name].reading})"
        elif isinstance(found, Choices):
            yield name, "offered"
        else:
            yield name, _left_out(rules, name) if found is None else msgspec.to_builtins(found)


def _left_out(rules: Rules, name: str) -> str:
    part = name.partition(".")[0]
    return "not offered" if hasattr(rules.book, part) and getattr(rules.house, part) is None else "not stated"


def _value(rules: Rules, name: str) -> object:
    """Resolve one name: from book and house together first, then from the house file."""
    first, _, rest = name.partition(".")
    if first in COMMANDS:
        return _AT_THE_TABLE
    if first == "readings":
        return rules.book.readings.get(rest)
    if name in {"decks", "shuffler", "seats"}:
        return getattr(rules, name)
    if name == "limits":
        return {wager: _as_it_holds(rules, wager, limit) for wager, limit in rules.house.limits.items()}
    if name == "progressive.amounts":
        return [dollars(amount) for amount in rules.fixed_amounts(Wager.PROGRESSIVE)] or None
    found: object = rules.house
    for part in name.split("."):
        found = getattr(found, part) if found is not None else None
    return found


def _as_it_holds(rules: Rules, wager: Wager, limit: Limit) -> Limit:
    """Write out the maximum that is given as a share of the initial wager's limit."""
    if limit.of_initial is None:
        return limit
    most = dollars(rules.limits[wager][1]).removeprefix("$").replace(",", "")
    return replace(limit, maximum=most.removesuffix(".00"))


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    clause: str
    item: str


def to_set_up(jurisdiction: str) -> tuple[SetUp, ...]:
    every: dict[str, tuple[SetUp, ...]] = decoded(dict[str, tuple[SetUp, ...]], "to_set_up.toml")
    return every.get(jurisdiction, ())


def conditions(jurisdiction: str) -> Mapping[str, str]:
    every: dict[str, dict[str, str]] = decoded(dict[str, dict[str, str]], "applies.toml")
    return MappingProxyType(every.get(jurisdiction, {}))


def concerns(rules: Rules, jurisdiction: str, clause_id: str, *, choice: bool = False) -> bool:
    """Tell whether a clause, or the choice that it leaves, applies to a table with this house."""
    condition = conditions(jurisdiction).get(clause_id, "")
    if not condition:
        return True
    word = condition.removeprefix("not ")
    if choice and word in house_values(jurisdiction).get(clause_id, ()):
        return True
    if word in set(Shuffler):
        holds = rules.shuffler == word
    else:
        holds = getattr(rules.house, word) not in {None, False, "none"}
    return holds is not condition.startswith("not ")


def equipment(clause: Clause) -> str:
    if clause.treatment is Treatment.EQUIPMENT:
        return clause.summary
    for part in mixed_parts(clause):
        if part.treatment is Treatment.EQUIPMENT:
            named = f"{part.what[0].upper()}{part.what[1:]}, as this says: " if part.what else ""
            return f"{named}{clause.summary}"
    return ""
