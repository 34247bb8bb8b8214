"""Reports in the terminal: one renderer for all of them."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, Literal

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.reports.blocks import (
    Block,
    Cell,
    Column,
    Formula,
    Grid,
    Report,
    Row,
    Section,
    Shown,
    Told,
    text_of,
)

WIDEST: Final = 110
_NARROW: Final = 16
"""Words can be folded to this width."""
_HEAD_LINES: Final = 3
"""Heads of numbers can be folded to so many lines."""
_GAP: Final = 2
_TONES: Final = {
    "": "",
    "strong": "bold",
    "quiet": "dim",
    "good": "green",
    "bad": "red",
    "warning": "yellow",
    "special": "magenta",
}


def draw(report: Report, *, widest: int = WIDEST) -> None:
    """Print a report; formulas, pictures, appendices and what else is for paper are left out."""
    out = console()
    out.width = min(out.width, widest)
    named = ((report.name, "bold"), f"  {report.title}") if report.name else ((report.title, "bold"),)
    out.print(Text.assemble(*named))
    _draw_blocks(out, report.about)
    for fact in report.facts:
        if not fact.paper:
            out.print(Text.assemble((f"{fact.label}  ", "dim"), _text(fact.value)))
    for section in report.sections:
        _draw_section(out, section)
    if report.foot:
        out.print()
    _draw_blocks(out, report.foot)


def _draw_section(out: Console, section: Section) -> None:
    drawn = [block for block in section.blocks if not isinstance(block, Formula | Shown)]
    if section.paper or not drawn:
        return
    out.print()
    if section.title:
        adds = f"  {section.adds}" if section.adds else ""
        out.print(Text.assemble((section.title, "bold cyan"), (adds, "dim")))
    _draw_blocks(out, drawn)


def _draw_blocks(out: Console, blocks: Iterable[Block]) -> None:
    for block in blocks:
        if isinstance(block, Formula | Shown) or block.paper:
            continue
        if isinstance(block, Grid):
            if block.caption:
                out.print(Text(block.caption, "italic"))
            made: Table | Text = _table(block, out.width - block.indent)
        else:
            made = Text(block.text, _TONES[block.tone])
        out.print(Padding(made, (0, 0, 0, block.indent), expand=False) if block.indent else made)


# tables


def _table(block: Grid, width: int) -> Table:
    if block.gathered and not _stand_side_by_side(block, width):
        block = _by_value(block)
    shown = [row for number, row in enumerate(block.rows) if number not in block.details]
    fitting = _fitting(block.columns, shown, width)
    room = width - sum(_width(block.columns[place], shown, place) for place in fitting)
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, _GAP, 0, 0),
        show_header=any(column.head for column in block.columns),
    )
    for place in fitting:
        column, figures = block.columns[place], block.columns[place].kind != "text"
        least = _width(column, shown, place) - _GAP
        justify: Literal["left", "right"] = "right" if figures else "left"
        table.add_column(
            column.head,
            justify=justify,
            vertical="top",
            overflow="fold",
            width=least if figures or column.width else None,
            max_width=None if figures else max(least, least + room),
        )
    for number, row in enumerate(block.rows):
        if number and number in block.lines_before:
            table.add_section()
        if number not in block.details:
            table.add_row(*(_text(row[place]) for place in fitting))
    return table


def _fitting(columns: Sequence[Column], rows: Sequence[Row], width: int) -> list[int]:
    """Choose the columns: where not all fit, the longest fractions are left to paper, then details."""
    places = [*range(len(columns))]
    exact = [place for place in places if columns[place].kind == "exact"]
    details = [place for place in places if columns[place].detail]
    exact.sort(key=lambda place: _width(columns[place], rows, place))
    while sum(_width(columns[place], rows, place) for place in places) > width and (exact or details):
        places.remove((exact or details).pop())
    return places


def _width(column: Column, rows: Iterable[Row], place: int) -> int:
    """Tell how wide a column has to be; words and heads of numbers can be folded."""
    lines = [line for row in rows for line in _lines(row[place])]
    widest = max(map(len, (*lines, *column.head.split())), default=0)
    if column.width:
        return column.width + _GAP
    if column.kind == "text":
        return min(max(widest, len(column.head)), _NARROW) + _GAP
    while len(wrap(column.head, widest or 1)) > _HEAD_LINES:
        widest += 1
    return widest + _GAP


def _lines(cell: Cell) -> list[str]:
    said = cell if isinstance(cell, str) else f"{cell.text}\n{cell.adds}"
    return said.split("\n")


def _text(cell: Cell) -> Text:
    if isinstance(cell, str):
        return Text(cell)
    return Text.assemble((cell.text, _TONES[cell.tone]), (f"\n{cell.adds}" if cell.adds else "", "dim"))


# things side by side, or, where there is no room for that, value by value


def _stand_side_by_side(block: Grid, width: int) -> bool:
    return sum(column.width + _GAP for column in block.columns) <= width


def _by_value(block: Grid) -> Grid:
    """Give each row a line for each value that it has, with the names of those that have it."""
    about, values = block.columns[:2], block.columns[2:]
    rows: list[Row] = []
    for first, mark, *cells in block.rows:
        found = dict.fromkeys(map(text_of, cells))
        for number, says in enumerate(found):
            having = [each for each in zip(values, cells, strict=True) if text_of(each[1]) == says]
            rows.append((*((first, mark) if not number else ("", "")), says, _who(having, len(cells))))
    value = Column(block.gathered[0], values[0].kind)
    return Grid(columns=(*about, value, Column(block.gathered[1], "text")), rows=tuple(rows))


def _who(having: Sequence[tuple[Column, Cell]], every: int) -> Cell:
    """Name who has a value: each with what it adds, or together where all numbers are the same."""
    if having[0][0].kind == "text":
        return ", ".join(f"{column.head} {_adds(cell)}".strip() for column, cell in having)
    names = "all" if len(having) == every else ", ".join(column.head for column, _ in having)
    return f"{names}  {_adds(having[0][1])}".strip()


def _adds(cell: Cell) -> str:
    return cell.adds if isinstance(cell, Told) else ""
