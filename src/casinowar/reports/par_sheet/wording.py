"""Wording of the sheet, from `wording.toml`."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from casinowar.game.money import cents
from casinowar.odds.figures import Figure
from casinowar.odds.hand import Strategy
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Block, PictureName, Section, section
from casinowar.reports.names import edge, played, winner
from casinowar.reports.numbers import dollars
from casinowar.reports.par_sheet.clauses_cited import cites


class PartWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A section: its title, the text before and after its tables, its picture, and what it rests on."""

    title: str
    before: str = ""
    after: str = ""
    picture: str = ""
    rests_on: tuple[str, ...] = ()


class PictureWords(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    says: str


class SheetWords(Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, PartWords]
    pictures: dict[str, PictureWords]
    sentences: dict[str, str]
    bars: dict[str, dict[Figure, str]]


WORDS: Final = msgspec.toml.decode(files(__package__).joinpath("wording.toml").read_bytes(), type=SheetWords)


def part(sheet: ParSheet, name: str, *blocks: Block | str | None, **more: object) -> Section:
    said, facts = WORDS.parts[name], {**about(sheet), **more}
    return section(
        filled(said.title, facts),
        filled(said.before, facts),
        *blocks,
        filled(said.after, facts),
        PictureName(said.picture) if said.picture else None,
        rests_on=cites(sheet.rules, *said.rests_on),
    )


def sentence(name: str, **facts: object) -> str:
    """Fill in a sentence that only some sheets have."""
    return filled(WORDS.sentences[name], facts)


def filled(text: str, facts: Mapping[str, object]) -> str:
    """Fill in the braces, and collapse whitespace."""
    return " ".join(text.format(**facts).split())


def about(sheet: ParSheet) -> dict[str, object]:
    rules, name = sheet.rules, edge(sheet.rules)
    plans = {odds.strategy for odds in sheet.seats}
    return {
        "edge": name,
        "Edge": f"{name[:1].upper()}{name[1:]}",
        "winner": winner(rules),
        "table": "bank" if rules.book.bank else "table",
        "wager": dollars(sheet.wager),
        "usual": by_strategy(sheet.usual.strategy),
        "together": by_strategy(sheet.together.strategy),
        "seats_play": by_strategy(plans.pop()) if len(plans) == 1 else "",
        "progressive_offered": if_offered(rules.house.progressive),
        "electronic_offered": if_offered(rules.house.electronic),
        "meter": about_the_meter(sheet) if sheet.progressive else "",
    }


def by_strategy(strategy: Strategy | None) -> str:
    """Say how ties are played, after a comma; empty if there is no choice."""
    return f", {played(strategy)}" if strategy else ""


def if_offered(offered: object) -> str:
    """Mark what the rulebook allows and the house does not offer."""
    return "" if offered else ", if offered"


def about_the_meter(sheet: ParSheet) -> str:
    meter = sheet.progressive[0].meter
    law, offered = sheet.rules.book.progressive, sheet.rules.house.progressive
    least = cents(law.least_meter.value) if law else 0
    beside = ", less than the text allows" if meter < least else ""
    if meter == least and not offered:
        beside = ", the least that the text allows"
    return sentence("meter" if offered else "meter_if_offered", meter=dollars(meter), beside=beside)
