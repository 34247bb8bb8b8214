"""The law over HTTP: the documents clause by clause, how each doubt is read, and what other readings cost."""

import asyncio
from functools import cache

from litestar import Controller, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from casinowar.law.catalogue import Doubt, documents, readings
from casinowar.law.coverage import Coverage
from casinowar.reports.assumptions import Assumption
from casinowar.reports.in_force import ReadingInForce
from casinowar.reports.law import law_behind
from casinowar.rulebooks import load_rules, load_sample, open_rulebook
from casinowar.web.lab.desk import AnyRequest, told_by_the_lab
from casinowar.web.lab.readings import EffectOfReading, ReadingsBody


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
    async def effects(self, request: AnyRequest, rulebook: str) -> list[EffectOfReading]:
        """Say what the other readings of a document would cost, by the figures of its sample house."""
        asked = ReadingsBody(rulebook=_known(rulebook))
        return await told_by_the_lab(request, "readings", asked, list[EffectOfReading])


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
