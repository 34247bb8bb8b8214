"""Names of wagers, strategies and figures in all reports, and who wins."""

from importlib.resources import files
from string import capwords
from typing import Final

import msgspec
from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.phrase import Phrase
from casinowar.odds.figures import Figure
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import Mix
from casinowar.reports.blocks import Verbatim
from casinowar.rulebooks import is_built_in


class Names(Struct, frozen=True, forbid_unknown_fields=True):
    wagers: dict[str, str]
    strategies: dict[Strategy, str]
    mixes: dict[Mix, str]
    figures: dict[Figure, str]


_NAMES: Final = msgspec.toml.decode(files(__package__).joinpath("names.toml").read_bytes(), type=Names)
WAGERS, MIXES, FIGURES = _NAMES.wagers, _NAMES.mixes, _NAMES.figures


def played(strategy: Strategy | None) -> str:
    """Name how ties are played; empty if there is no choice."""
    return _NAMES.strategies[strategy] if strategy else ""


def rulebook(name: str, label: str = "") -> Verbatim:
    """Display name of a rulebook; a custom name stays as written.

    >>> rulebook("south_dakota"), rulebook("maryland", "maryland (2)"), rulebook("my_table")
    ('South Dakota', 'Maryland (2)', 'my_table')
    """
    label = label or name
    return Verbatim(capwords(label.replace("_", " ")) if is_built_in(name) else label)


def winner(rules: Rules) -> str:
    """Name the players' opponent: the house, or the bank of a player/dealer."""
    return "bank" if rules.book.bank else "house"


def edge(rules: Rules) -> Phrase:
    banked = rules.book.bank is not None
    return Phrase("Odds.banks_edge", "bank's edge") if banked else Phrase("Odds.house_edge", "house edge")
