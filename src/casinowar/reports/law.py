"""The law behind a rulebook: every clause in a row, or one in full."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import is_assumption
from casinowar.game.refusal import InputError
from casinowar.law.catalog import Doubt, Treatment, document, no_such_clause, readings, under
from casinowar.law.choices import Chosen, chosen
from casinowar.law.coverage import Coverage, Status, coverage
from casinowar.reports.assumptions import Assumption, assumptions, assumptions_section
from casinowar.reports.blocks import (
    Grid,
    Paragraph,
    Report,
    Row,
    Section,
    StyledText,
    Tone,
    section,
    text_column,
)
from casinowar.reports.exportable import Exportable
from casinowar.reports.house_choices import choices_in_words
from casinowar.reports.numbers import counted
from casinowar.reports.readings_in_force import (
    ReadingInForce,
    choices_by_reading,
    not_default_section,
    readings_in_force,
    with_readings,
)
from casinowar.reports.rulebook_changes import (
    OWN,
    beside_readings,
    change_marks,
    change_summary,
    changes_section,
    changes_under,
    not_in_force,
    own_clauses,
    readings_overridden,
)
from casinowar.rulebooks import RulebookFile, open_rulebook
from casinowar.rulebooks.citations import citations
from casinowar.rulebooks.diff import ChangedValue, added_readings, base_of, changes
from casinowar.rulebooks.readings import Reading
from casinowar.telling.phrases import listed

_TONES: Final[dict[Status, Tone]] = {
    Status.IMPLEMENTED: "good",
    Status.RECORDED: "good",
    Status.SHOWN: "quiet",
    Status.NONE: "bad",
}


_CONTENTS: Final = "toc."
_ABOUT: Final = "Every clause in our own words, and what became of it."


class Law(Exportable, frozen=True):
    """The clauses behind a rulebook, how each is implemented, and what the house chose."""

    rulebook: str
    title: str
    clauses: tuple[Coverage, ...]
    house: Chosen
    assumptions: tuple[Assumption, ...] = ()
    """What this table assumes where no clause says anything."""
    part: bool = False
    """Whether it covers only some of the clauses."""
    reading: str = ""
    """The number of the reading asked for."""
    in_full: bool = False
    """Whether to show the first clause in full, with those under it."""
    document: str = ""
    """The title of the document, if the rulebook is custom."""
    changes: tuple[ChangedValue, ...] = ()
    """What a custom rulebook changes."""
    here: Mapping[str, str] = {}
    """How it changes each clause, in words."""
    selects: Mapping[str, tuple[str, ...]] = {}
    """The choices of each reading, by number."""
    overridden: Mapping[str, tuple[str, ...]] = {}
    """The values that a custom rulebook sets instead of a reading, by its number."""
    beside: Mapping[str, str] = {}
    """The values of a reading that a custom rulebook changes, by its number."""
    readings: tuple[ReadingInForce, ...] = ()
    """How this table decides each open point of the text."""
    has_house: bool = False
    """Whether a house made the choices; otherwise they are defaults."""
    jurisdiction: str = ""
    """The document's name in the catalog, which decides the default readings."""
    under_other_readings: Mapping[str, tuple[str, ...]] = {}
    """Values that cite a clause but are not in force under the table's readings."""

    def doubt(self, number: str) -> Doubt:
        found = readings(self.jurisdiction)[number]
        read = (each for each in self.readings if each.cites == number and each.default_letter)
        own = [f"({each.default_letter})" for each in read if f"({each.default_letter})" not in found.default]
        if not own:
            return found
        return replace(found, default=f"{listed(own)} in this rulebook; in its document {found.default}")

    def only(self, clause_id: str) -> "Law":
        """Leave out every clause but one, to tell that in full, and those that stand under it.

        A reading's number gives the clauses that it is about.
        """
        number = clause_id.strip().upper()
        if number in readings():
            about = tuple(each for each in self.clauses if number in each.readings)
            return self._part(about, {number}, reading=number)
        by_clause = {each.clause: each for each in self.clauses}
        found = under(clause_id, by_clause)
        if not found:
            raise InputError(no_such_clause(self.rulebook, clause_id, by_clause))
        some = tuple(by_clause[each] for each in found)
        in_full = found == under(found[0], found)
        return self._part(some, {number for each in some for number in each.readings}, in_full=in_full)

    def _part(self, some: tuple[Coverage, ...], numbers: Container[str], **how: str | bool) -> "Law":
        wanted = {each.clause for each in some}
        read = tuple(each for each in self.readings if each.cites in numbers or each.cites in wanted)
        return replace(self, clauses=some, readings=read, assumptions=(), part=True, **how)

    def leaves_out(self, clause: Coverage) -> bool:
        """Whether a terminal omits a clause unless asked: the text's table of contents."""
        return not self.part and clause.clause.startswith(_CONTENTS)

    def report(self) -> Report:
        if self.reading:
            clauses = section("Clauses", _rows(self, self.clauses))
            told = (_doubt(self.reading, self), *((clauses,) if self.clauses else ()))
            return Report(name=self.rulebook, title=self.title, about=_whose(self), sections=told)
        return _clause_in_full(self) if self.in_full else _every_clause(self)

    def to_dict(self) -> dict[str, Any]:
        clauses = [
            {
                **to_builtins(each),
                "under_other_readings": [*self.under_other_readings.get(each.clause, ())],
                "house": self.house.get(each.clause, {}),
                "here": self.here.get(each.clause, ""),
            }
            for each in self.clauses
        ]
        document = {
            "rulebook": self.rulebook,
            "title": self.title,
            "document": self.document or self.title,
            "clauses": clauses,
            "assumptions": to_builtins(self.assumptions),
            "changes": to_builtins(self.changes),
            "readings": to_builtins(self.readings),
        }
        if not self.reading:
            return document
        doubt = {"number": self.reading, **to_builtins(self.doubt(self.reading))}
        chosen_by, own = self.selects.get(self.reading, ()), self.overridden.get(self.reading, ())
        return document | {
            "reading": {
                **doubt,
                "choices": [*chosen_by],
                "overridden": [*own],
                "here": self.beside.get(self.reading, ""),
            }
        }


def law_behind(reference: str | RulebookFile, rules: Rules) -> Law:
    """Find the law behind a rulebook: its document's clauses, or those that a custom file cites."""
    book = rules.book
    source = reference if isinstance(reference, RulebookFile) else open_rulebook(reference)
    cited = citations(source)
    read = readings_in_force(source, rules)
    if not book.document:
        every = tuple(_own_clause(clause, cited[clause], source.readings) for clause in _in_order(cited))
        law = Law(book.name, book.title, every, {}, here=dict.fromkeys(cited, OWN), readings=read)
        law = replace(law, selects=choices_by_reading(source.readings, read))
        return _in_force(law, citations(source, book))
    title, covered = document(book.document).title, coverage(book.document, cited)
    base = base_of(source)
    own = readings_overridden(rules, base, source) if base else {}
    ours = tuple(assumptions(rules, source.readings, own))
    house = with_readings(chosen(rules, book.document), covered, read)
    law = Law(
        book.name,
        title,
        covered,
        house,
        ours,
        selects=choices_by_reading(source.readings, read),
        readings=read,
    )
    law = replace(law, jurisdiction=book.document, has_house=rules.house != House())
    if base is not None:
        law = _changed(replace(law, overridden=own), rules, base, source)
    return _in_force(law, citations(source, book))


def _in_force(law: Law, cited: Mapping[str, list[str]]) -> Law:
    others = {
        each.clause: tuple(value for value in each.values if value not in cited.get(each.clause, ()))
        for each in law.clauses
    }
    here = (
        replace(each, values=tuple(value for value in each.values if value not in others[each.clause]))
        for each in law.clauses
    )
    return replace(law, clauses=tuple(here), under_other_readings=others)


def _changed(law: Law, rules: Rules, base: RulebookFile, source: RulebookFile) -> Law:
    known, cited = [each.clause for each in law.clauses], citations(source)
    found = (*changes(base, source), *added_readings(base, source))
    others = _in_order(each for each in cited.keys() - {*known} if not is_assumption(each))
    own = own_clauses(found, law.house)
    return replace(
        law,
        house={own.get(clause, clause): values for clause, values in law.house.items()},
        title=rules.book.title,
        document=law.title,
        clauses=(*law.clauses, *(_own_clause(clause, cited[clause], source.readings) for clause in others)),
        changes=found,
        beside=beside_readings(found, base, rules),
        here=change_marks(rules, found, known, cited) | dict.fromkeys(others, OWN),
    )


def _in_order(clauses: Iterable[str]) -> list[str]:
    """Sort clauses as people number them.

    >>> _in_order(["Art. 10", "Art. 2", "NL 5"])
    ['Art. 2', 'Art. 10', 'NL 5']
    """
    return sorted(clauses, key=lambda clause: re.sub(r"\d+", lambda number: number[0].zfill(9), clause))


def _own_clause(clause: str, values: list[str], source: Mapping[str, Reading]) -> Coverage:
    """Describe a clause that is not in the catalog by its values and readings."""
    asked = [each for each in source.values() if each.cites == clause]
    ways = [f"{name}: {way.says}" for each in asked for name, way in each.choices.items()]
    return Coverage(
        clause=clause,
        treatment=Treatment.RULE,
        summary=" ".join((*(each.question for each in asked), f"Cited by {', '.join(values)}.")),
        note=" ".join(ways),
        status=Status.NONE,
        values=tuple(values),
    )


def _every_clause(law: Law) -> Report:
    clauses = law.clauses
    left_out = [at for at, each in enumerate(clauses) if law.leaves_out(each)]
    return Report(
        name=law.rulebook,
        title=law.title,
        about=() if law.part else (*_whose(law), Paragraph(_ABOUT, "quiet")),
        sections=(
            *(() if law.part else (*changes_section(law.changes), *not_default_section(law.readings))),
            section("", _rows(law, clauses, left_out)),
            *assumptions_section(law.assumptions),
        ),
        foot=(
            Paragraph(f"{counted(len(clauses), 'clause')}: {_counts(each.treatment for each in clauses)}"),
            Paragraph(_counts(each.status for each in clauses)),
        ),
    )


def _whose(law: Law) -> tuple[Paragraph, ...]:
    return (Paragraph(change_summary(law.document, law.changes), "warning"),) if law.document else ()


def _rows(law: Law, clauses: Iterable[Coverage], left_out: Iterable[int] = ()) -> Grid:
    heads = (
        text_column("Clause"),
        text_column("Treatment"),
        text_column("Status"),
        text_column("What it says", 1),
    )
    rows = tuple(_row(each, law) for each in clauses)
    return Grid(columns=heads, rows=rows, details=tuple(left_out))


def _row(each: Coverage, law: Law) -> Row:
    chose = (
        f"{_whose_choice(law)}: {choices_in_words(law.house[each.clause])}"
        if each.clause in law.house
        else ""
    )
    here = law.here.get(each.clause, "")
    status = (
        StyledText(here, "quiet") if here == OWN else StyledText(each.status, _TONES[each.status], adds=here)
    )
    return StyledText(each.clause, "strong"), each.treatment, status, StyledText(each.summary, adds=chose)


def _whose_choice(law: Law) -> str:
    return "House" if law.has_house else "By default"


def _counts(kinds: Iterable[Treatment] | Iterable[Status]) -> str:
    counts = Counter(kinds)
    return ", ".join(f"{counts[kind]} {kind}" for kind in (*Treatment, *Status) if counts[kind])


def _clause_in_full(law: Law) -> Report:
    clause, *below = law.clauses
    here = law.here.get(clause.clause, "")
    # Only clauses of the catalog have code and tests; a custom clause has only its values.
    none = "" if here == OWN else "none"
    adds = ", ".join(filter(None, (clause.treatment, "" if here == OWN else clause.status, here)))
    said = section(clause.clause, Paragraph(clause.summary), adds=adds)
    others = (f"under another reading: {each}" for each in law.under_other_readings.get(clause.clause, ()))
    in_force = (each.in_a_line for each in law.readings if each.cites == clause.clause)
    carried_out = _facts(
        ("Here", changes_under(law.changes, clause.clause)),
        ("Note", clause.note or none),
        ("In force", "\n".join(in_force)),
        ("Chosen by", "\n".join(law.selects.get(clause.clause, ()))),
        (_whose_choice(law), choices_in_words(law.house.get(clause.clause, {}))),
        ("Rulebook", "\n".join((*clause.values, *others))),
        ("Code", "\n".join(clause.code) or none),
        ("Tests", "\n".join(clause.tests) or none),
    )
    beneath = [section(f"Under {clause.clause}", _rows(law, below))] if below else []
    sections = (said, section("", carried_out), *(_doubt(each, law) for each in clause.readings), *beneath)
    return Report(name=law.rulebook, title=law.title, about=_whose(law), sections=sections)


def _doubt(number: str, law: Law) -> Section:
    doubt = law.doubt(number)
    steps = doubt.steps.strip().splitlines()
    own = law.overridden.get(number)
    in_force = (each for each in law.readings if each.cites == number and not each.overridden)
    told = _facts(
        ("Here", not_in_force(own) if own else law.beside.get(number, "")),
        ("In force", "\n".join(each.in_a_line for each in in_force)),
        ("Readings", doubt.readings),
        ("Default", doubt.default),
        ("Selectable", doubt.selectable),
        ("Chosen by", "\n".join(law.selects.get(number, ()))),
        ("Reason", doubt.reason),
        ("Steps", "\n".join(line for line in steps if not line.startswith("|")).strip()),
    )
    table = [line for line in steps if line.startswith("|")]
    return section(number, told, *((_drawn(table),) if table else ()), adds=doubt.title)


def _drawn(table: Iterable[str]) -> Grid:
    """Convert a Markdown table, as in the catalog of readings."""
    heads, _, *rows = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table)
    return Grid(columns=tuple(text_column(head, 1) for head in heads), rows=tuple(rows))


def _facts(*facts: tuple[str, str]) -> Grid:
    rows = tuple((StyledText(name, "quiet"), fact) for name, fact in facts if fact)
    return Grid(columns=(text_column(""), text_column("", 1)), rows=rows)
