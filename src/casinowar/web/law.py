"""The law over HTTP: the documents clause by clause, how each doubt is read, and what other readings cost."""

import asyncio
from functools import cache

from litestar import Controller, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from casinowar.law.catalogue import Doubt, documents, readings
from casinowar.law.coverage import Coverage
from casinowar.odds.readings import Change, ReadingEffect
from casinowar.reports.assumptions import Assumption
from casinowar.reports.figures import difference, written
from casinowar.reports.in_force import ReadingInForce
from casinowar.reports.law import law_behind
from casinowar.reports.names import FIGURES
from casinowar.reports.readings import readings as effects_of
from casinowar.rulebooks import load_rules, load_sample, open_rulebook


class LawDocument(Struct, frozen=True, kw_only=True):
    """One regulator's text: the name of its rulebook, whose it is, what it is called, how long it is."""

    rulebook: str
    name: str
    title: str
    clauses: int


class LawChoice(Struct, frozen=True, kw_only=True):
    """One way to read a doubt that a house may choose."""

    reading: str
    choice: str
    letter: str
    says: str
    default: bool


class LawDoubt(Struct, frozen=True, kw_only=True):
    """A point where the texts leave doubt, and how it can be read here."""

    number: str
    doubt: Doubt
    choices: tuple[LawChoice, ...]


class LawText(Struct, frozen=True, kw_only=True):
    """A document clause by clause: what each says in our words, and what became of it."""

    rulebook: str
    title: str
    clauses: tuple[Coverage, ...]
    doubts: tuple[LawDoubt, ...]
    readings: tuple[ReadingInForce, ...]
    """How each open point is read where nothing else is chosen."""
    assumptions: tuple[Assumption, ...]


class CostOfReading(Struct, frozen=True, kw_only=True):
    """A figure that another reading changes, as it is written."""

    figure: str
    default: str
    value: str
    difference: str


class EffectOfReading(Struct, frozen=True, kw_only=True):
    """What one choice does to the figures of the sample house, and what the figures leave out."""

    reading: str
    cites: str
    choice: str
    changes: tuple[CostOfReading, ...]
    left_out: tuple[str, ...]
    problem: str


class LawRoom(Controller):
    """What everybody may read."""

    path = "/api/law"

    @get("/")
    async def documents(self) -> list[LawDocument]:
        """List the documents."""
        return await asyncio.to_thread(_documents)

    @get("/{rulebook:str}")
    async def text(self, rulebook: str) -> LawText:
        """Show a document clause by clause."""
        return await asyncio.to_thread(_text, _known(rulebook))

    @get("/{rulebook:str}/readings")
    async def effects(self, rulebook: str) -> list[EffectOfReading]:
        """Say what the other readings of a document would cost, by the figures of its sample house."""
        return await asyncio.to_thread(_effects, _known(rulebook))


def _known(rulebook: str) -> str:
    if rulebook not in documents():
        raise NotFoundException(f"There are the documents {', '.join(documents())}.")
    return rulebook


@cache
def _documents() -> list[LawDocument]:
    return [
        LawDocument(rulebook=rulebook, name=each.name, title=each.title, clauses=len(_text(rulebook).clauses))
        for rulebook, each in documents().items()
    ]


@cache
def _text(rulebook: str) -> LawText:
    law = law_behind(rulebook, load_rules(rulebook, load_sample(rulebook)))
    cited = {number for clause in law.clauses for number in clause.readings}
    cited |= {each.cites for each in law.readings}
    doubts = [
        LawDoubt(number=number, doubt=law.doubt(number), choices=tuple(_choices(rulebook, number)))
        for number in readings()
        if number in cited
    ]
    return LawText(
        rulebook=rulebook,
        title=law.title,
        clauses=law.clauses,
        doubts=tuple(doubts),
        readings=law.readings,
        assumptions=law.assumptions,
    )


def _choices(rulebook: str, number: str) -> list[LawChoice]:
    return [
        LawChoice(reading=name, choice=value, letter=way.letter, says=way.says, default=value == each.default)
        for name, each in open_rulebook(rulebook).readings.items()
        if each.cites == number
        for value, way in each.choices.items()
    ]


@cache
def _effects(rulebook: str) -> list[EffectOfReading]:
    return [_effect(each) for each in effects_of(rulebook).effects if not each.default]


def _effect(each: ReadingEffect) -> EffectOfReading:
    return EffectOfReading(
        reading=each.reading,
        cites=each.cites,
        choice=each.choice,
        changes=tuple(_cost(change) for change in each.changes),
        left_out=each.left_out,
        problem=each.problem or "",
    )


def _cost(change: Change) -> CostOfReading:
    figure, default, value = change.figure, change.default, change.value
    return CostOfReading(
        figure=FIGURES[figure],
        default=written(figure, default),
        value=written(figure, value),
        difference=difference(figure, default, value),
    )
