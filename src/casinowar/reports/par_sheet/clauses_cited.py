"""Which values of the rulebook, and so which clauses, the figures of each part of the sheet rest on."""

from importlib.resources import files
from typing import Final

import msgspec

from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.reports.blocks import Cite

PLACES: Final = msgspec.toml.decode(
    files(__package__).joinpath("clauses_cited.toml").read_bytes(), type=dict[str, dict[str, str]]
)
"""What each part rests on, by its place in the rulebook."""


def cites(rules: Rules, *parts: str) -> tuple[Cite, ...]:
    """Cite the values of these parts that the rulebook has."""
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
    """Find the value that stands at a place; of several the first, and None where the text has none."""
    if place == "wagers.payout_limit":
        return rules.payout_limit_law
    found: object = rules.book
    for name in place.split("."):
        found = getattr(found, name) if found is not None else None
    if isinstance(found, tuple):
        found = found[0]
    return found if isinstance(found, Cited) else None
