"""Catalog of the built-in rulebooks and examples: their choices, and texts to start a custom one from."""

import re
from functools import cache
from importlib.resources import files

from litestar.exceptions import NotFoundException

from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, SUIT_CODES
from casinowar.reports.rulebooks import rulebooks
from casinowar.rulebooks import TomlText, names, open_rulebook
from casinowar.rulebooks.flattening import whole
from casinowar.rulebooks.toml_text import packaged, parsed
from casinowar.web.lab.messages import LabRulebook, RulebookNamed, RulebookText


@cache
def listed_rulebooks() -> tuple[RulebookNamed, ...]:
    """List the built-in rulebooks, then the examples."""
    books = (RulebookNamed(name=each.name, title=each.title, example=False) for each in rulebooks())
    said = {name: parsed(text) for name, text in _examples().items()}
    examples = (
        RulebookNamed(name=name, title=str(values["title"]), example=True) for name, values in said.items()
    )
    return (*books, *examples)


@cache
def _examples() -> dict[str, TomlText]:
    found = files("casinowar.rulebooks").joinpath("examples").iterdir()
    named = sorted(each.name for each in found if each.name.endswith(".toml"))
    return {name.removesuffix(".toml"): packaged(f"examples/{name}") for name in named}


@cache
def choices_of(name: str) -> LabRulebook:
    listed = next((each for each in rulebooks() if each.name == name), None)
    if listed is None:
        raise NotFoundException("There is no such rulebook.")
    rules = Rules(open_rulebook(name).book())
    book = rules.book
    offered = {
        "tie": book.wagers.tie,
        "war_tie": book.wagers.war_tie,
        "dealer_wins": book.wagers.dealer_wins,
        "progressive": book.progressive,
        "bonus_spin": book.bonus_spin,
    }
    return LabRulebook(
        name=name,
        title=listed.title,
        decks=rules.decks,
        decks_allowed=str(rules.decks_allowed),
        seats=rules.seats,
        wagers=tuple(wager for wager, law in offered.items() if law),
        progressive=book.progressive is not None,
        ranks=tuple(RANK_CODES[each] for each in book.cards.ranking.value),
        suits=tuple(SUIT_CODES[each] for each in book.cards.suits.value),
        readings=listed.readings,
    )


@cache
def text_of(name: str) -> RulebookText:
    if name in _examples():
        own = re.sub(r'^name = "', 'name = "my_', _examples()[name].text, count=1, flags=re.MULTILINE)
        return RulebookText(name=name, extending="", whole=own)
    if name not in names():
        raise NotFoundException("There is no such rulebook.")
    source = open_rulebook(name)
    own = re.sub(r'^name = "', 'name = "my_', whole(source), count=1, flags=re.MULTILINE)
    tie = Rules(source.book()).book.wagers.tie
    pays = f'\n[wagers]\ntie = {{ value = "{tie.value}", clause = "house rule 1" }}\n' if tie else ""
    return RulebookText(name=name, extending=_EXTENDING.format(name=name) + pays, whole=own)


_EXTENDING = """\
# Only the differences: every other clause is as in the rulebook that this one extends.

extends = "{name}"
name = "my_{name}"
title = "My own table"
"""
