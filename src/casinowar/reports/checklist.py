"""The set-up list of a table: approvals to confirm, table and cards, and the choices that the house made."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, to_builtins

from casinowar.extras import sheets_extra
from casinowar.files.writing import write
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import clauses, document
from casinowar.law.choices import assumed, chosen, concerns, equipment, in_words, is_taken_out, to_set_up
from casinowar.reports.blocks import Block, Fact, Grid, Report, Told, Words, section, words
from casinowar.reports.law import said_of
from casinowar.reports.numbers import counted
from casinowar.reports.pictures.files import check_paper, check_pdf
from casinowar.reports.reported import Reported
from casinowar.rulebooks import is_built_in
from casinowar.version import made_with

_KINDS: Final = {"approval": "Approvals", "equipment": "Table and cards", "choice": "Choices of the house"}
_LEGEND: Final = (
    "[x] the house file says so; [ ] open: to be confirmed or chosen. "
    "A default is what holds as long as the house says nothing."
)
_SPEAK_FOR_THEMSELVES: Final = frozenset({"not set", "chosen at the table"})


class ToSetUp(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the list; `made` tells of a choice whether the house made it."""

    kind: Literal["approval", "equipment", "choice"]
    clause: str
    item: str
    made: bool | None = None


class Checklist(Reported, frozen=True):
    """What has to be there before a table opens."""

    rulebook: str
    title: str
    house: str
    """Empty where no house is known, so that all that may concern one is listed."""
    checklist: tuple[ToSetUp, ...]

    def report(self) -> Report:
        """Put a box to tick before each item."""
        sections = (section(heading, self._boxes(kind)) for kind, heading in _KINDS.items())
        every = Words("All that may concern a house.", "quiet")
        return Report(
            name=self.rulebook,
            title=self.title,
            facts=(Fact("House", self.house),) if self.house else (),
            about=(*(() if self.house else (every,)), Words(_LEGEND, "quiet")),
            sections=tuple(sections),
            made_with=made_with(),
        )

    def to_pdf(self, path: str | Path, *, paper: str = "letter") -> None:
        """Typeset the list on US Letter or A4, with room to sign; the same list makes the same bytes."""
        check_pdf(path)
        on = check_paper(paper)
        with sheets_extra():
            from casinowar.reports.typesetting import typeset  # noqa: PLC0415 - needs the extra
        write(path, typeset("checklist.typ", {"contents": self.report(), "paper": on}))

    def _boxes(self, kind: str) -> Block:
        rows = tuple(
            (
                "[x]" if each.made else "[ ]",
                Told(clause_in_words(each.clause).replace("; ", ";\n"), "strong"),
                each.item,
            )
            for each in self.checklist
            if each.kind == kind
        )
        columns = (words(""), words(""), words("", 1))
        return Grid(columns=columns, rows=rows) if rows else Words("The text asks for nothing.")


def checklist_for(rules: Rules, said: Mapping[str, Any] | None = None) -> Checklist:
    """Make the list for a table under these rules; a book without a catalogued document has its approvals.

    `said` is what the house's file says; without it, a house says what differs from the defaults.
    """
    if said is None:
        default = to_builtins(House())
        said = {name: value for name, value in to_builtins(rules.house).items() if value != default[name]}
    book = rules.book
    title = document(book.document).title if is_built_in(book.name) else book.title
    every = (*_approvals(rules), *_equipment(rules, book.document), *_choices(rules, book.document, said))
    items = tuple(each for each in every if not is_taken_out(rules, book.document, each.clause))
    if rules.house == House():
        return Checklist(book.name, title, "", items)
    some = tuple(
        each
        for each in items
        if each.kind == "approval"
        or concerns(rules, book.document, each.clause, choice=each.kind == "choice")
    )
    return Checklist(book.name, title, rules.house.name, some)


def _approvals(rules: Rules) -> Iterator[ToSetUp]:
    opening, house = rules.book.opening, rules.house
    tasks = (
        *opening.approvals,
        opening.odds_on_sign if house.odds_on_sign else None,
        opening.tip_box_elsewhere if house.tip_box_elsewhere else None,
        *(opening.continuous_device if rules.shuffler is Shuffler.CONTINUOUS else ()),
    )
    for task in filter(None, tasks):
        yield ToSetUp(kind="approval", clause=task.clause, item=f"{str(task.act).capitalize()}.")


def _equipment(rules: Rules, jurisdiction: str) -> Iterator[ToSetUp]:
    about_seats = rules.book.seating.seats.clause if rules.house != House() else ""
    for clause in clauses(jurisdiction) if jurisdiction else ():
        if said := equipment(clause):
            seats = f" This house: {counted(rules.seats, 'seat')}." if clause.clause == about_seats else ""
            yield ToSetUp(kind="equipment", clause=clause.clause, item=f"{said}{seats}")
    for each in to_set_up(jurisdiction):
        yield ToSetUp(kind="equipment", clause=each.clause, item=each.item)


def _choices(rules: Rules, jurisdiction: str, said: Mapping[str, Any]) -> Iterator[ToSetUp]:
    """List what the house chose; what its file does not say is left open, with what holds by default."""
    if not jurisdiction:
        return
    left_open = assumed(rules, jurisdiction)
    for clause, values in chosen(rules, jurisdiction).items():
        stated = {name: _states(said, name) for name in values}
        each = (
            _choice(name, said_of(value), stated=stated[name], default=name not in left_open)
            for name, value in values.items()
        )
        yield ToSetUp(kind="choice", clause=clause, item="; ".join(each), made=all(stated.values()))


def _states(said: Mapping[str, Any], name: str) -> bool:
    """Tell whether a house file says something under a name such as progressive.meter.rate."""
    found: Any = said
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found is not None and (found != {} or name != "limits")


def _choice(name: str, value: str, *, stated: bool, default: bool) -> str:
    about = f"{known}: " if (known := in_words(name)) else ""
    if stated:
        return f"{about}{name} = {value}"
    if not default:
        return f"{about}{name}, not stated: {value}"
    return f"{about}{name}, {value if value in _SPEAK_FOR_THEMSELVES else f'default: {value}'}"
