"""The set-up list of a table: approvals to confirm, table and cards, and the choices that the house made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from casinowar.extras import sheets_extra
from casinowar.files.writing import write
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import clauses, document
from casinowar.law.choices import assumed, chosen, concerns, equipment, is_taken_out, to_set_up
from casinowar.reports.blocks import Block, Fact, Grid, Report, Told, Words, section, words
from casinowar.reports.law import choices as choices_in_words
from casinowar.reports.pictures.files import check_pdf
from casinowar.reports.reported import Reported
from casinowar.rulebooks import is_built_in
from casinowar.version import made_with

_KINDS: Final = {"approval": "Approvals", "equipment": "Table and cards", "choice": "Choices of the house"}


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
        every = Words("All that may concern a house. What concerns yours: --house FILE", "quiet")
        return Report(
            name=self.rulebook,
            title=self.title,
            facts=(Fact("House", self.house),) if self.house else (),
            about=() if self.house else (every,),
            sections=tuple(sections),
            made_with=made_with(),
        )

    def to_pdf(self, path: str | Path) -> None:
        """Typeset the list, with room to sign; the same list makes the same bytes."""
        check_pdf(path)
        with sheets_extra():
            from casinowar.reports.typesetting import typeset  # noqa: PLC0415 - needs the extra
        write(path, typeset("checklist.typ", {"contents": self.report()}))

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


def checklist_for(rules: Rules) -> Checklist:
    """Make the list for a table under these rules; a book without a catalogued document has its approvals."""
    book = rules.book
    title = document(book.document).title if is_built_in(book.name) else book.title
    every = (*_approvals(rules), *_equipment(book.document), *_choices(rules, book.document))
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
        yield ToSetUp(kind="approval", clause=task.clause, item=f"{task.act[0].upper()}{task.act[1:]}.")


def _equipment(jurisdiction: str) -> Iterator[ToSetUp]:
    for clause in clauses(jurisdiction) if jurisdiction else ():
        if said := equipment(clause):
            yield ToSetUp(kind="equipment", clause=clause.clause, item=said)
    for each in to_set_up(jurisdiction):
        yield ToSetUp(kind="equipment", clause=each.clause, item=each.item)


def _choices(rules: Rules, jurisdiction: str) -> Iterator[ToSetUp]:
    """List what the house chose; a choice that it had to make and did not is left open."""
    if not jurisdiction:
        return
    left_open = assumed(rules, jurisdiction)
    for clause, values in chosen(rules, jurisdiction).items():
        made = not left_open.keys() & values.keys() and {} not in values.values()
        yield ToSetUp(kind="choice", clause=clause, item=choices_in_words(values), made=made)
