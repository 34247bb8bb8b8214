"""Full-text search of the clauses and readings."""

from typing import Any

from msgspec import Struct, to_builtins

from casinowar.game.refusal import InputError
from casinowar.law import catalog
from casinowar.law.catalog import Clause, Doubt, default_in_words
from casinowar.law.search import nearest, sought
from casinowar.reports.blocks import Grid, Paragraph, Report, Row, Section, StyledText, section, text_column
from casinowar.reports.exportable import Exportable
from casinowar.reports.law import Law, law_behind
from casinowar.reports.numbers import counted
from casinowar.reports.rulebook_changes import not_in_force
from casinowar.rulebooks import load_rules, names


class ReadingFound(Struct, frozen=True):
    reading: str
    title: str
    says: str


class FoundIn(Struct, frozen=True):
    rulebook: str
    title: str
    clauses: tuple[Clause, ...]
    readings: tuple[ReadingFound, ...]


class LawSearch(Exportable, frozen=True):
    """Search results by text; texts without a match are left out."""

    words: str
    found: tuple[FoundIn, ...]
    also: tuple[str, ...] = ()
    """Synonyms that were searched too."""
    nearest: tuple[str, ...] = ()
    """Similar words of the law, if nothing was found."""
    within: str = ""
    """The text that was searched; empty means all."""

    def report(self) -> Report:
        clauses = counted(sum(len(each.clauses) for each in self.found), "clause")
        readings = counted(len({one.reading for each in self.found for one in each.readings}), "reading")
        alike = f" Spelt most like it: {', '.join(self.nearest)}." if self.nearest else ""
        of = f" of {self.within}" if self.within else ""
        nothing = Paragraph(f"No clause and no reading{of} has the words “{self.words}”.{alike}")
        also = Paragraph(f"Also looked for: {', '.join(self.also)}.", "quiet")
        return Report(
            title=f"“{self.words}” in the law{of}",
            about=(also,) if self.also else (),
            sections=tuple(map(_section, self.found)),
            foot=(Paragraph(f"{clauses}, {readings}."),) if self.found else (nothing,),
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "search": self.words,
            "also": list(self.also),
            "nearest": list(self.nearest),
            "within": self.within,
            "rulebooks": to_builtins(self.found),
        }


def search_law(wanted: str, rulebook: str | None = None) -> LawSearch:
    """Find the clauses and readings that contain every word, in one text or in all."""
    each_word = sought(wanted)
    if not each_word:
        raise InputError("Say which words to look for, as in: casinowar law --search 'tie wager'.")

    def has(*said: str) -> bool:
        return all(word.stands_in(" ".join(said)) for word in each_word)

    def find(reference: str) -> FoundIn:
        rules = load_rules(reference)
        law = law_behind(reference, rules)
        clauses = tuple(each for each in law.clauses if has(each.clause, each.summary, each.note))
        readings = tuple(
            ReadingFound(number, doubt.title, _read(law, number, doubt))
            for number, doubt in catalog.readings(rules.book.document).items()
            if rules.book.document in doubt.clauses
            and has(number, doubt.title, doubt.readings, doubt.default, doubt.reason, doubt.steps)
        )
        return FoundIn(law.rulebook, law.title, clauses, readings)

    every = [*map(find, [rulebook] if rulebook else names())]
    found = tuple(each for each in every if each.clauses or each.readings)
    within = every[0].rulebook if rulebook else ""
    also = tuple(dict.fromkeys(other for word in each_word for other in word.others))
    return LawSearch(" ".join(wanted.split()), found, also, () if found else nearest(wanted), within)


def _read(law: Law, number: str, doubt: Doubt) -> str:
    own = law.overridden.get(number)
    return not_in_force(own) if own else default_in_words(doubt)


def _section(found: FoundIn) -> Section:
    rows: tuple[Row, ...] = (
        *(
            (StyledText(each.clause, "strong"), StyledText(each.summary, adds=each.note))
            for each in found.clauses
        ),
        *(
            (StyledText(each.reading, "special"), StyledText(each.title, adds=each.says))
            for each in found.readings
        ),
    )
    columns = (text_column("Clause"), text_column("What it says", 1))
    lines = (len(found.clauses),) if found.readings else ()
    return section(found.rulebook, Grid(columns=columns, rows=rows, lines_before=lines), adds=found.title)
