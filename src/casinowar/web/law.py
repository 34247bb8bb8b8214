"""Routes of the law: documents clause by clause, their readings, and the effects of other readings."""

import asyncio
from functools import cache
from typing import Annotated

from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from msgspec import Struct

from casinowar.law.catalog import documents
from casinowar.reports.law_search import search_law
from casinowar.rulebooks import load_rules, load_sample, open_rulebook
from casinowar.web.lab.messages import LawBody
from casinowar.web.lab.reading_effects import EffectOfReading, ReadingsBody
from casinowar.web.lab.routes import AnyRequest, lab_answer
from casinowar.web.law_text import LawText, law_text

Wanted = Annotated[str, Parameter(max_length=200, description="The words to search for.")]


class LawDocument(Struct, frozen=True, kw_only=True):
    rulebook: str
    name: str
    title: str
    clauses: int


class WordsInLaw(Struct, frozen=True, kw_only=True):
    """The clauses with some words, in any form or as a term of the trade."""

    clauses: tuple[str, ...]
    also: tuple[str, ...]
    """Synonyms that were searched too."""
    nearest: tuple[str, ...]
    """Words of the law with a similar spelling, if nothing was found."""


class LawRoom(Controller):
    """The law, which needs no session."""

    path = "/api/law"

    @get("/")
    async def documents(self) -> list[LawDocument]:
        """List the documents."""
        return await asyncio.to_thread(_documents)

    @get("/{rulebook:str}")
    async def text(self, rulebook: str) -> LawText:
        """Show a document clause by clause."""
        return await asyncio.to_thread(_text, _known(rulebook))

    @post("/", status_code=200)
    async def own(self, request: AnyRequest, data: LawBody) -> LawText:
        """Show the law behind a custom rulebook: the clauses of its document, and its changes."""
        return await lab_answer(request, "law", data, LawText)

    @get("/{rulebook:str}/words")
    async def words(self, rulebook: str, wanted: Wanted) -> WordsInLaw:
        """Search the clauses of a document."""
        return await asyncio.to_thread(_words, _known(rulebook), wanted)

    @get("/{rulebook:str}/readings")
    async def effects(self, request: AnyRequest, rulebook: str) -> list[EffectOfReading]:
        """Compute the effects of the other readings on the figures of the sample house."""
        body = ReadingsBody(rulebook=_known(rulebook))
        return await lab_answer(request, "readings", body, list[EffectOfReading])


def _known(rulebook: str) -> str:
    if rulebook not in documents():
        raise NotFoundException(f"There is no such document. The documents are {', '.join(documents())}.")
    return rulebook


def _words(rulebook: str, wanted: str) -> WordsInLaw:
    found = search_law(wanted, rulebook)
    clauses = tuple(each.clause for text in found.found for each in text.clauses)
    return WordsInLaw(clauses=clauses, also=found.also, nearest=found.nearest)


@cache
def _documents() -> list[LawDocument]:
    return [
        LawDocument(rulebook=rulebook, name=each.name, title=each.title, clauses=len(_text(rulebook).clauses))
        for rulebook, each in documents().items()
    ]


@cache
def _text(rulebook: str) -> LawText:
    return law_text(open_rulebook(rulebook), load_rules(rulebook, load_sample(rulebook)))
