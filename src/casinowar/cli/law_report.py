"""What the command `law` prints: a table for people, one clause in full, or JSON."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct, to_builtins
from rich import box
from rich.table import Table
from rich.text import Text

from casinowar.cli.law_house import Chosen, chosen, line
from casinowar.cli.output import console, print_json
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.law.catalogue import Treatment, document, no_such_clause, readings
from casinowar.law.coverage import Coverage, Status, coverage
from casinowar.rulebooks import citations, open_rulebook

COLOURS = {
    Status.IMPLEMENTED: "green",
    Status.RECORDED: "green",
    Status.SHOWN: "cyan",
    Status.NONE: "red",
}
LATER_COLOUR = "yellow"
HOUSE_COLOUR = "cyan"
NARROW = 100
WIDEST_CLAUSE_WHEN_NARROW = 25
WIDEST_TEXT = 100


class Law(Struct, frozen=True):
    """The clauses behind a rulebook, with what became of them."""

    rulebook: str
    title: str
    clauses: tuple[Coverage, ...]
    house: Chosen = {}
    """What the house chose, by clause."""

    def only(self, clause_id: str) -> "Law":
        """Leave out every clause but one."""
        by_clause = {each.clause: each for each in self.clauses}
        if clause_id not in by_clause:
            raise InputError(no_such_clause(self.rulebook, clause_id, by_clause))
        return Law(self.rulebook, self.title, (by_clause[clause_id],), self.house)


def law_behind(reference: str, rules: Rules) -> Law:
    """Find the law behind a rulebook: its document's clauses, or those that the user's own file cites."""
    source = open_rulebook(reference)
    book = rules.book
    cited = citations(source)
    if book.document:
        covered = coverage(book.document, cited)
        return Law(book.name, document(book.document).title, covered, chosen(rules, book.document))
    return Law(book.name, book.title, tuple(_own_clause(clause, cited[clause]) for clause in sorted(cited)))


def _own_clause(clause: str, values: list[str]) -> Coverage:
    """Describe a clause of a document that the catalogue does not have."""
    return Coverage(
        clause=clause,
        treatment=Treatment.RULE,
        summary=f"Cited by {', '.join(values)}.",
        status=Status.NONE,
        code=(),
        values=tuple(values),
        tests=(),
        readings=(),
        note="",
        later="",
        partly_later="",
    )


def print_document(law: Law) -> None:
    """Print the clauses as JSON."""
    clauses = [{**to_builtins(each), "house": law.house.get(each.clause, {})} for each in law.clauses]
    print_json({"rulebook": law.rulebook, "clauses": clauses})


def print_table(law: Law) -> None:
    """Print a row for each clause, then the counts."""
    later = list(dict.fromkeys(each.later or each.partly_later for each in law.clauses))
    footnotes = {brings: number for number, brings in enumerate(filter(None, later), 1)}

    out = console()
    widest = WIDEST_CLAUSE_WHEN_NARROW if out.width < NARROW else None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Clause", style="bold", overflow="fold", max_width=widest)
    table.add_column("Treatment", no_wrap=True)
    table.add_column("Status", no_wrap=True)
    table.add_column("What it says", max_width=WIDEST_TEXT)
    for each in law.clauses:
        number = footnotes.get(each.later or each.partly_later)
        mark = f" ({number})" if number else ""
        table.add_row(each.clause, each.treatment, _status(each, mark), _with_house(law, each))

    out.print(_heading(law))
    out.print()
    out.print(table)
    out.print()
    for brings, number in footnotes.items():
        out.print(f"({number}) comes later: {brings}", style=LATER_COLOUR)
    if footnotes:
        out.print()
    out.print(_by_treatment(law.clauses))
    out.print(_by_status(law.clauses))


def _with_house(law: Law, each: Coverage) -> Text:
    """Put what the house chose below what a clause says."""
    if each.clause not in law.house:
        return Text(each.summary)
    return Text.assemble(each.summary, (f"\nHouse: {line(law.house[each.clause])}", HOUSE_COLOUR))


def print_clause(law: Law) -> None:
    """Print one clause in full: its words, what is unclear in it, how we read it, its code and tests."""
    [clause] = law.clauses
    out = console()
    out.print(_heading(law))
    out.print()
    out.print(Text.assemble((clause.clause, "bold"), f"  {clause.treatment}  ", _status(clause)))
    out.print(clause.summary)
    out.print()
    out.print(
        _facts(
            ("Note", clause.note or "none"),
            ("House", line(law.house.get(clause.clause, {}))),
            ("Rulebook", "\n".join(clause.values)),
            ("Code", "\n".join(clause.code) or "none"),
            ("Tests", "\n".join(clause.tests) or "none"),
            ("Later", clause.later),
            ("Partly later", clause.partly_later),
        )
    )
    for number in clause.readings:
        reading = readings()[number]
        out.print()
        out.print(Text.assemble((number, "bold"), f"  {reading.title}"))
        out.print(
            _facts(
                ("Readings", reading.readings),
                ("Default", reading.default),
                ("Selectable", reading.selectable),
                ("Reason", reading.reason),
            )
        )


def _heading(law: Law) -> Text:
    return Text.assemble((law.rulebook, "bold"), f"  {law.title}")


def _status(each: Coverage, mark: str = "") -> Text:
    colour = LATER_COLOUR if each.later or each.partly_later else COLOURS[each.status]
    return Text(f"{each.status}{mark}", style=colour)


def _facts(*facts: tuple[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True, min_width=len("Partly later"))
    grid.add_column(max_width=WIDEST_TEXT, overflow="fold")
    for name, fact in facts:
        if fact:
            grid.add_row(name, fact)
    return grid


def _by_treatment(clauses: Iterable[Coverage]) -> Text:
    counts = Counter(each.treatment for each in clauses)
    return Text.assemble(
        (f"{counts.total()} clauses", "bold"),
        ": ",
        ", ".join(f"{counts[treatment]} {treatment}" for treatment in Treatment if counts[treatment]),
    )


def _by_status(clauses: Iterable[Coverage]) -> Text:
    counts = Counter(each.status for each in clauses)
    later = sum(bool(each.later) for each in clauses)
    said = Text(", ").join(
        Text(f"{counts[status]} {status}", style=COLOURS[status]) for status in Status if counts[status]
    )
    if later:
        said.append(f" ({later} of them come later)", style=LATER_COLOUR)
    return said
