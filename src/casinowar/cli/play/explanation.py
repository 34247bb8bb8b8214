"""The explanation of a clause on request: what it says in our words, and how it is read at this table."""

from collections.abc import Iterator
from operator import attrgetter

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from casinowar.cli.play.words import WORDS, meanings
from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words, is_assumption
from casinowar.game.refusal import InputError
from casinowar.law import catalogue
from casinowar.rulebooks import RulebookFile, citations


class Explanation:
    """Explains the rules of one table: the rulebook's file, and the rules that were made of it."""

    def __init__(self, source: RulebookFile, rules: Rules) -> None:
        """Keep what is explained."""
        self.source = source
        self.rules = rules
        document = rules.book.document
        known = catalogue.clauses(document) if document in catalogue.jurisdictions() else ()
        self._catalogued = {law.clause: law for law in known}
        self._cited = citations(source)

    def asked(self, wanted: str) -> RenderableType:
        """Show a clause, or those of a part of the rules that goes by a word."""
        place = meanings(WORDS.parts).get(wanted)
        cited = _cited_in(attrgetter(place)(self.rules.book)) if place else ()
        clauses = dict.fromkeys(clause for each in cited for clause in each.clause.split("; "))
        return self.clauses(*(clauses or (wanted,)))

    def clauses(self, *wanted: str) -> RenderableType:
        """Show clauses with our summary of each, and how it is read here."""
        found = dict.fromkeys(self._found(clause) for clause in wanted)
        told: set[str] = set()
        return Group(*(part for clause in found for part in self._clause(clause, told)))

    def _found(self, wanted: str) -> str:
        """Find a clause whatever its letters' case."""
        known = {**dict.fromkeys(self._catalogued), **self._cited}
        if wanted in known:
            return wanted
        alike = [clause for clause in known if clause.casefold() == wanted.casefold()]
        if len(alike) == 1:
            return alike[0]
        raise InputError(catalogue.no_such_clause(self.rules.book.name, wanted, known))

    def _clause(self, clause: str, told: set[str]) -> Iterator[RenderableType]:
        """Show one clause, with the readings that are not told yet."""
        yield Text(clause_in_words(clause), style="bold cyan")
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
        doubts = [self._reading(number) for number in dict.fromkeys(numbers) if number not in told]
        told.update(numbers)
        yield Padding(Group(Text(says), *doubts), (0, 0, 0, 2))
        yield Text()

    def _reading(self, number: str) -> Text:
        """Say how a doubt is decided at this table."""
        for name, reading in self.source.readings.items():
            if reading.cites == number:
                value = self.rules.book.readings[name]
                says = reading.choices[value].says
                return Text.assemble(
                    (f"{number} {reading.question} ", "dim"),
                    (f"{name} = {value}: ", "dim italic"),
                    (says, "dim"),
                )
        known = catalogue.readings().get(number)
        if known is None:
            return Text(number, style="dim")
        return Text(f"{number} {known.title}. Read here: {known.default}", style="dim")


def _cited_in(value: object) -> Iterator[Cited]:
    if isinstance(value, Cited):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _cited_in(each)
    for name in getattr(value, "__struct_fields__", ()):
        yield from _cited_in(getattr(value, name))
