"""The set-up list of a table: approvals to confirm, table and cards, and the choices that the house made."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import clauses, document
from casinowar.law.choices import assumed, chosen, equipment, to_set_up
from casinowar.reports.blocks import Block, Grid, Report, Told, Words, section, words
from casinowar.reports.law import choices as choices_in_words
from casinowar.reports.reported import Reported


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
    checklist: tuple[ToSetUp, ...]

    def report(self) -> Report:
        """Put a box to tick before each item."""
        kinds = {"approval": "Approvals", "equipment": "Table and cards", "choice": "Choices of the house"}
        sections = (section(heading, self._boxes(kind)) for kind, heading in kinds.items())
        return Report(name=self.rulebook, title=self.title, sections=tuple(sections))

    def _boxes(self, kind: str) -> Block:
        rows = tuple(
            ("[x]" if each.made else "[ ]", Told(clause_in_words(each.clause), "strong"), each.item)
            for each in self.checklist
            if each.kind == kind
        )
        columns = (words(""), words(""), words("", 1))
        return Grid(columns=columns, rows=rows) if rows else Words("The text asks for nothing.")


def checklist_for(rules: Rules) -> Checklist:
    """Make the list for a table under these rules; a book without a catalogued document has its approvals."""
    book = rules.book
    title = document(book.document).title if book.document else book.title
    items = (*_approvals(rules), *_equipment(book.document), *_choices(rules, book.document))
    return Checklist(book.name, title, items)


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
