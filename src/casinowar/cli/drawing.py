"""Reports in the terminal: one renderer for all of them."""

from collections.abc import Iterable
from typing import Final, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.reports.blocks import Block, Cell, Formula, Grid, Report, Section, Shown, Words, text_of

WIDEST: Final = 110
_NARROW: Final = 16
"""Words can be folded to this width."""
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
    """Print a report; formulas, pictures and appendices are for paper."""
    out = console()
    out.width = min(out.width, widest)
    named = ((report.name, "bold"), f"  {report.title}") if report.name else ((report.title, "bold"),)
    out.print(Text.assemble(*named))
    for fact in report.facts:
        out.print(Text.assemble((f"{fact.label}  ", "dim"), fact.value))
    _draw_blocks(out, report.about)
    for section in report.sections:
        _draw_section(out, section)
    if report.foot:
        out.print()
    _draw_blocks(out, report.foot)


def _draw_section(out: Console, section: Section) -> None:
    drawn = [block for block in section.blocks if not isinstance(block, Formula | Shown)]
    if not drawn:
        return
    out.print()
    adds = f"  {section.adds}" if section.adds else ""
    if section.title:
        out.print(Text.assemble((section.title, "bold cyan"), (adds, "dim")))
    _draw_blocks(out, drawn)


def _draw_blocks(out: Console, blocks: Iterable[Block]) -> None:
    for block in blocks:
        match block:
            case Grid():
                if block.caption:
                    out.print(Text(block.caption, "italic"))
                out.print(_grid(block, out.width))
            case Words():
                out.print(Text(block.text, _TONES[block.tone]))
            case Formula() | Shown():
                pass


def _grid(block: Grid, width: int) -> Table:
    headed = any(column.head for column in block.columns)
    grid = Table(
        box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), show_header=headed
    )
    fitting = _fitting(block, width)
    for place in fitting:
        column = block.columns[place]
        figures = column.kind != "text"
        justify: Literal["left", "right"] = "right" if figures else "left"
        grid.add_column(column.head, justify=justify, no_wrap=figures, overflow="fold")
    for number, row in enumerate(block.rows):
        if number and number in block.lines_before:
            grid.add_section()
        grid.add_row(*(_cell(row[place]) for place in fitting))
    return grid


def _fitting(block: Grid, width: int) -> list[int]:
    """Choose the columns; where not all fit, exact fractions are left to paper and JSON."""
    every = list(range(len(block.columns)))
    if sum(_width(block, place) for place in every) <= width:
        return every
    return [place for place in every if block.columns[place].kind != "exact"]


def _width(block: Grid, place: int) -> int:
    column = block.columns[place]
    cells = (text_of(row[place]) for row in block.rows)
    widest = max(map(len, (column.head, *cells)))
    return min(widest, _NARROW) + _GAP if column.kind == "text" else widest + _GAP


def _cell(cell: Cell) -> Text:
    return Text(text_of(cell), "" if isinstance(cell, str) else _TONES[cell.tone])
