"""The pit at a glance: the state of each table, with win and drop of its last gaming day."""

from casinowar.game.table import Table
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.views import Condition, Grouping, TableGlance
from casinowar.house.backoffice.win_and_drop import win_lines
from casinowar.house.worker.table_state import rules_of


def condition(table: Table) -> Condition:
    if not table.open:
        return Condition.CLOSED
    if table.stop is not None:
        return Condition.RULING
    if table.fill_due:
        return Condition.FILL
    if table.paused:
        return Condition.PAUSED
    return Condition.OPEN if table.seats else Condition.IDLE


def table_glance(books: Books, name: str) -> TableGlance:
    book, day_book = books.of(name), books.pit()
    table, days = book.now.carried.table, win_lines(book, day_book, Grouping.DAY)
    last = days[-1] if days else None
    return TableGlance(
        table=name,
        rulebook=rules_of(book.settings).book.name,
        condition=condition(table),
        dealer=table.dealer if table.open else "",
        seated=len(table.seats),
        tray=table.inventory,
        day=last.period if last else "",
        rounds=last.rounds if last else 0,
        drop=last.drop if last else 0,
        win=last.win if last else 0,
        theoretical=last.theoretical if last else 0,
        waiting=sum(slip.table == name for slip in day_book.waiting()),
    )
