"""The values of the rulebook, with their clauses, that each section of the sheet rests on."""

from importlib.resources import files
from typing import Final

import msgspec

from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.reports.blocks import Cite

PLACES: Final = msgspec.toml.decode(
    files(__package__).joinpath("clauses_cited.toml").read_bytes(), type=dict[str, dict[str, str]]
)
"""The values of each section, by path in the rulebook."""


def cites(rules: Rules, *parts: str) -> tuple[Cite, ...]:
    named = [pair for part in parts for pair in PLACES[part].items()]
    found = [(what, value(rules, place)) for what, place in named]
    if "cards" in parts:
        found.append(("decks", rules.decks_allowed))
    if "progressive" in parts and rules.book.progressive:
        found += [(str(pay.hand), pay) for pay in rules.book.progressive.pays]
    if "bonus_spin" in parts and rules.book.bonus_spin:
        every = rules.book.bonus_spin.community
        found += [(f"Community Pay {each.symbol}", each) for each in every[1:] if each.reading]
    return tuple(Cite(what, law.clause, law.reading) for what, law in found if law)


def value(rules: Rules, place: str) -> Cited | None:
    """Look up the value at a path: the first of several, None if the text has none."""
    if place == "wagers.payout_limit":
        return rules.payout_limit_law
    found: object = rules.book
    for name in place.split("."):
        found = getattr(found, name) if found is not None else None
    if isinstance(found, tuple):
        found = found[0]
    return found if isinstance(found, Cited) else None
