"""Tables of rulebooks side by side, or, where there is no room for that, value by value."""

from collections.abc import Sequence

from msgspec import Struct
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

SAME, DIFFERENT = Text("=", "green"), Text("≠", "bold yellow")
_GAP = 2


class Cell(Struct, frozen=True):
    """What one rulebook has in a row, and what is added in smaller words."""

    says: str
    adds: str = ""


class Row(Struct, frozen=True):
    """What a row is about, whether the rulebooks differ in it, and what each of them has."""

    about: Text
    differ: bool
    cells: tuple[Cell, ...]


class Layout(Struct, frozen=True, kw_only=True):
    """How wide the first column is, how narrow another may get, and how columns are headed."""

    first: int
    narrowest: int
    heads: tuple[str, str, str]
    numbers: bool = False


def print_rows(out: Console, labels: Sequence[str], rows: Sequence[Row], layout: Layout) -> None:
    """Print rows with a column for each rulebook where there is room, else with a line for each value."""
    room = (out.width - layout.first - 1 - 2 * _GAP) // len(labels) - _GAP
    make = _side_by_side if room >= layout.narrowest else _by_value
    out.print(make(labels, rows, layout, out.width))


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP, 0, 0))


def _side_by_side(labels: Sequence[str], rows: Sequence[Row], layout: Layout, width: int) -> Table:
    table = _table()
    table.add_column(layout.heads[0], width=layout.first, overflow="fold")
    table.add_column("", width=1)
    room = (width - layout.first - 1 - 2 * _GAP) // len(labels) - _GAP
    for label in labels:
        table.add_column(label, overflow="fold", max_width=room)
    for row in rows:
        said = [_cell(cell, room if layout.numbers else None) for cell in row.cells]
        table.add_row(row.about, DIFFERENT if row.differ else SAME, *said)
    return table


def _cell(cell: Cell, room: int | None) -> Text:
    """Put what is added below; a number that would have to be broken is left out."""
    fits = cell.adds and (room is None or len(cell.adds) <= room)
    return Text.assemble(cell.says, (f"\n{cell.adds}" if fits else "", "dim"))


def _by_value(labels: Sequence[str], rows: Sequence[Row], layout: Layout, width: int) -> Table:
    table = _table()
    table.add_column(layout.heads[0], width=layout.first, overflow="fold")
    table.add_column("", width=1)
    room = width - layout.first - 1 - 3 * _GAP
    longest = max(len(line) for row in rows for cell in row.cells for line in cell.says.split("\n"))
    value = min(longest, room // 2)
    head = Table.grid(padding=(0, _GAP, 0, 0))
    _columns(head, layout, value, room)
    head.add_row(*layout.heads[1:])
    table.add_column(head)
    for row in rows:
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        _columns(grid, layout, value, room)
        for says in dict.fromkeys(cell.says for cell in row.cells):
            grid.add_row(says, _who(labels, row, says, numbers=layout.numbers))
        table.add_row(row.about, DIFFERENT if row.differ else SAME, grid)
    return table


def _columns(grid: Table, layout: Layout, value: int, room: int) -> None:
    grid.add_column(width=value, overflow="fold", justify="right" if layout.numbers else "left")
    grid.add_column(width=room - value - _GAP, overflow="fold")


def _who(labels: Sequence[str], row: Row, says: str, *, numbers: bool) -> Text:
    """Name the rulebooks that have a value: each with its clause, or together with the exact number."""
    having = [(label, cell.adds) for label, cell in zip(labels, row.cells, strict=True) if cell.says == says]
    if not numbers:
        return Text(", ").join(
            Text.assemble(name, (f" {adds}" if adds else "", "dim")) for name, adds in having
        )
    names = "all" if len(having) == len(labels) else ", ".join(name for name, _ in having)
    return Text.assemble(names, (f"  {having[0][1]}", "dim"))
