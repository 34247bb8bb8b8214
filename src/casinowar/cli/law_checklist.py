"""The set-up list of a table: the approvals to confirm, and what table and cards have to be like."""

from collections.abc import Iterator

from msgspec import Struct
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console, print_json
from casinowar.game.book.citing import Task
from casinowar.game.book.rules import Rules
from casinowar.game.words import Shuffler
from casinowar.law.catalogue import clauses, document
from casinowar.law.choices import equipment

TICK_BOX = "[ ]"
WIDEST_ITEM = 100


class Item(Struct, frozen=True, kw_only=True):
    """One line of the list: an approval, or equipment."""

    kind: str
    clause: str
    item: str


class Checklist(Struct, frozen=True):
    """What has to be there before a table opens."""

    rulebook: str
    title: str
    checklist: tuple[Item, ...]


def checklist(rules: Rules) -> Checklist:
    """Make the list for a table under these rules; a book without a catalogued document has its approvals."""
    book = rules.book
    title = document(book.document).title if book.document else book.title
    approvals = (
        Item(kind="approval", clause=task.clause, item=_sentence(task)) for task in _approvals(rules)
    )
    return Checklist(book.name, title, (*approvals, *_equipment(book.document)))


def _approvals(rules: Rules) -> Iterator[Task]:
    opening, house = rules.book.opening, rules.house
    yield from opening.approvals
    if house.odds_on_sign and opening.odds_on_sign:
        yield opening.odds_on_sign
    if house.tip_box_elsewhere and opening.tip_box_elsewhere:
        yield opening.tip_box_elsewhere
    if rules.shuffler is Shuffler.CONTINUOUS:
        yield from opening.continuous_device


def _sentence(task: Task) -> str:
    return f"{task.act[0].upper()}{task.act[1:]}."


def _equipment(jurisdiction: str) -> Iterator[Item]:
    for clause in clauses(jurisdiction) if jurisdiction else ():
        if said := equipment(clause):
            yield Item(kind="equipment", clause=clause.clause, item=said)


def print_document(made: Checklist) -> None:
    """Print the list as JSON."""
    print_json(made)


def print_list(made: Checklist) -> None:
    """Print the list with a box to tick before each item."""
    out = console()
    out.print(Text.assemble((made.rulebook, "bold"), f"  {made.title}"))
    for kind, heading in (("approval", "Approvals"), ("equipment", "Table and cards")):
        items = [each for each in made.checklist if each.kind == kind]
        out.print()
        out.print(Text(heading, style="bold"))
        if not items:
            out.print("The text asks for nothing.")
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(max_width=WIDEST_ITEM)
        for each in items:
            grid.add_row(TICK_BOX, each.clause, each.item)
        if items:
            out.print(grid)
