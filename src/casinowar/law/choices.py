"""What a document leaves to the operator, and what it wants set up."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from casinowar.law.catalogue import DATA, Clause, Treatment, document

_MIXED_WITH_EQUIPMENT = re.compile(r"\bmixed: (?:[^;.]*, )?([^;.,]*?) (?:is|are) equipment", re.IGNORECASE)


@cache
def _every_choice() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    kind = dict[str, dict[str, tuple[str, ...]]]
    return msgspec.toml.decode(DATA.joinpath("choices.toml").read_bytes(), type=kind)


def house_values(jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Name by clause the values of a house file that make the clause's choice, such as ``decks``."""
    document(jurisdiction)
    return MappingProxyType(_every_choice().get(jurisdiction, {}))


def equipment(clause: Clause) -> str:
    """Say what of a clause is a physical fact of table or cards: all of it, a part, or nothing."""
    if clause.treatment is Treatment.EQUIPMENT:
        return clause.summary
    mixed = _MIXED_WITH_EQUIPMENT.search(clause.note)
    if mixed is None:
        return ""
    return f"{mixed[1][0].upper()}{mixed[1][1:]}, as this says: {clause.summary}"
