"""Explanation of a clause on request: our summary, and how this table reads it."""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from casinowar.cli.play.wording import WORDS, meanings
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words, is_assumption
from casinowar.game.refusal import InputError
from casinowar.law import catalog
from casinowar.law.search import forms, nearest, sought
from casinowar.parsing import quoted
from casinowar.reports.rulebook_changes import change_marks, changes_under, not_in_force, readings_overridden
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.citations import citations
from casinowar.rulebooks.diff import base_of, changes

MOST_CLAUSES: Final = 6
_OF_AMOUNTS: Final = 0.5
"""Bonus for a clause that names an amount."""
_WORD: Final = re.compile(r"[a-z]+")


class Explanation:
    def __init__(self, source: RulebookFile, rules: Rules) -> None:
        self.source = source
        self.rules = rules
        document = rules.book.document
        known = catalog.clauses(document) if document in catalog.jurisdictions() else ()
        self._catalogued = {law.clause: law for law in known}
        self._cited = citations(source)
        self._every = {**dict.fromkeys(self._catalogued), **dict.fromkeys(self._cited)}
        base = base_of(source)
        self._changes = changes(base, source) if base else ()
        self._marks = change_marks(rules, self._changes, self._catalogued, self._cited)
        self._decided_here = readings_overridden(rules, base, source) if base else {}

    def asked(self, wanted: str) -> RenderableType:
        """Show a clause by its number, or the clauses about some words, best match first."""
        if catalog.meant(wanted, self._every) or any(letter.isdigit() for letter in wanted):
            return self.clauses(wanted)
        place = meanings(WORDS.parts).get(wanted.casefold())
        cited = _cited_in(attrgetter(place)(self.rules.book)) if place else ()
        found = dict.fromkeys(clause for each in cited for clause in each.clause.split("; "))
        found |= dict.fromkeys(self._treating(wanted.casefold().split()))
        if not found:
            meant = sought(wanted)
            found = {
                clause: None
                for clause, law in self._catalogued.items()
                if all(each.stands_in(law.summary) for each in meant)
            }
        if not found:
            alike = f" Spelt most like it: {', '.join(near)}." if (near := nearest(wanted)) else ""
            raise InputError(f"Nothing in {self.rules.book.name} speaks of {quoted(wanted)}.{alike}")
        shown, more = [*found][:MOST_CLAUSES], [*found][MOST_CLAUSES:]
        rest = [Text(f"Also: {', '.join(map(clause_in_words, more))}", style="dim")] if more else []
        return Group(self.clauses(*shown), *rest)

    def _treating(self, words: list[str]) -> list[str]:
        scores: dict[str, float] = {}
        wanted = [forms(word) for word in words]
        for clause in self._every:
            law, places = self._catalogued.get(clause), self._cited.get(clause, ())
            says = _WORD.findall(law.summary.casefold()) if law else []
            values = (place for place in places if ": readings." not in place)
            names = [name for place in values for name in _WORD.findall(place.split(": ")[-1].casefold())]
            found = [_score(form, says, names) for form in wanted]
            if all(found):
                scores[clause] = sum(found) + (_OF_AMOUNTS if law and "$" in law.summary else 0)
        return sorted(scores, key=lambda clause: -scores[clause])

    def clauses(self, *wanted: str) -> RenderableType:
        found = dict.fromkeys(self._found(clause) for clause in wanted)
        told: set[str] = set()
        return Group(*(part for clause in found for part in self._clause(clause, told)))

    def _found(self, wanted: str) -> str:
        """Find a clause despite different spelling."""
        known = catalog.meant(wanted, self._every)
        if known is None:
            raise InputError(catalog.no_such_clause(self.rules.book.name, wanted, self._every))
        return known

    def _clause(self, clause: str, told: set[str]) -> Iterator[RenderableType]:
        yield Text.assemble(
            (clause_in_words(clause), "bold cyan"), (f"  {self._marks.get(clause, '')}".rstrip(), "yellow")
        )
        cited = (each for each in _cited_in(self.rules.book) if clause in each.clause.split("; "))
        numbers = [each.reading for each in cited if each.reading]
        numbers += [clause] if is_assumption(clause) else []
        law = self._catalogued.get(clause)
        if law is not None:
            says = law.summary
            numbers += law.readings
        else:
            places = (place.split(": ")[-1] for place in self._cited[clause])
            says = f"Cited by {', '.join(places)}."
        here = changes_under(self._changes, clause)
        doubts = [self._reading(number) for number in dict.fromkeys(numbers) if number not in told]
        told.update(numbers)
        otherwise = [Text(f"Here {here}", style="yellow")] if here else []
        yield Padding(Group(Text(says), *otherwise, *doubts), (0, 0, 0, 2))
        yield Text()

    def _reading(self, number: str) -> Text:
        if own := self._decided_here.get(number):
            return Text(f"{number} {not_in_force(own)}", style="dim")
        for name, reading in self.source.readings.items():
            if reading.cites == number:
                value = self.rules.book.readings[name]
                says = reading.choices[value].says
                return Text.assemble(
                    (f"{number} {reading.question} ", "dim"),
                    (f"{name} = {value}: ", "dim italic"),
                    (says, "dim"),
                )
        known = catalog.readings(self.rules.book.document).get(number)
        if known is None:
            return Text(number, style="dim")
        return Text(f"{number} {known.title}. Read here: {catalog.default_in_words(known)}", style="dim")


def _cited_in(value: object) -> Iterator[Cited]:
    if isinstance(value, Cited):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _cited_in(each)
    for name in getattr(value, "__struct_fields__", ()):
        yield from _cited_in(getattr(value, name))


def _score(form: re.Pattern[str], says: Sequence[str], names: Sequence[str]) -> float:
    """Rate how much a clause is about a word: in its name, often in its text, or early in it."""
    places = [place for place, each in enumerate(says) if form.match(each)]
    early = 1 / (1 + places[0]) if places else 0
    share = len(places) / len(says) if says else 0
    return any(map(form.match, names)) + 4 * share + early
