"""The set-up list of a table: the approvals to confirm, and what table and cards have to be like."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import clauses, document
from casinowar.law.choices import equipment
from casinowar.reports.blocks import Block, Grid, Report, Told, Words, section, words
from casinowar.reports.reported import Reported


class ToSetUp(Struct, frozen=True, kw_only=True):
    """One line of the list."""

    kind: Literal["approval", "equipment"]
    clause: str
    item: str


class Checklist(Reported, frozen=True):
    """What has to be there before a table opens."""

    rulebook: str
    title: str
    checklist: tuple[ToSetUp, ...]

    def report(self) -> Report:
        """Put a box to tick before each item."""
        kinds = {"approval": "Approvals", "equipment": "Table and cards"}
        sections = (section(heading, self._boxes(kind)) for kind, heading in kinds.items())
        return Report(name=self.rulebook, title=self.title, sections=tuple(sections))

    def _boxes(self, kind: str) -> Block:
        rows = tuple(
            ("[ ]", Told(each.clause, "strong"), each.item) for each in self.checklist if each.kind == kind
        )
        columns = (words(""), words(""), words("", 1))
        return Grid(columns=columns, rows=rows) if rows else Words("The text asks for nothing.")


def checklist_for(rules: Rules) -> Checklist:
    """Make the list for a table under these rules; a book without a catalogued document has its approvals."""
    book = rules.book
    title = document(book.document).title if book.document else book.title
    return Checklist(book.name, title, (*_approvals(rules), *_equipment(book.document)))


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
