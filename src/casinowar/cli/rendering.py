"""Reports in the terminal: one renderer for all of them."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, Literal

from msgspec.structs import replace
from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from casinowar.cli.arguments import Form
from casinowar.reports import blocks as b
from casinowar.reports.exportable import Exportable

WIDEST: Final = 110
_LONG, _NARROW = 48, 16
"""Text folds at the first width, and at the second if room is short."""
_HEAD_LINES: Final = 3
"""Most lines for headings of numbers."""
_PADDING: Final = 2
_GAP: Final = _PADDING + 1
"""Space between two columns: the padding, and one for the rule that other tables have."""
_ROOMY: Final = 60
"""From this width on, tables stay tables even if words break."""
_TONES: Final = {
    "": "",
    "strong": "bold",
    "quiet": "dim",
    "good": "green",
    "bad": "red",
    "warning": "yellow",
    "special": "magenta",
}


def print_report(found: Exportable, form: Form | None, *, more: str = "", widest: int = WIDEST) -> None:
    """Print a report as text, JSON, CSV or LaTeX; `more` is a closing hint for people."""
    match form:
        case Form.JSON:
            sys.stdout.write(f"{found.to_json()}\n")
        case Form.CSV:
            sys.stdout.write(found.to_csv())
        case Form.LATEX:
            sys.stdout.write(found.to_latex())
        case None:
            report = found.report()
            foot = (*report.foot, b.Paragraph(more, "quiet")) if more else report.foot
            draw(replace(report, foot=foot), widest=widest)


def print_toml(text: str) -> None:
    """Print TOML: highlighted in a terminal, unchanged in a pipe."""
    out = console()
    if out.is_terminal:
        out.print(Syntax("", "toml", theme="ansi_dark").highlight(text), soft_wrap=True, end="")
    else:
        sys.stdout.write(text)


def console() -> Console:
    """Make a console without Rich's automatic highlighting."""
    return Console(highlight=False, markup=False, emoji=False)


def draw(report: b.Report, *, widest: int = WIDEST) -> None:
    """Print a report without what is for paper only: formulas, pictures, appendices."""
    out = console()
    out.width = min(out.width, widest)
    named = ((report.name, "bold"), f"  {report.title}") if report.name else ((report.title, "bold"),)
    out.print(Text.assemble(*named))
    _draw_facts(out, [fact for fact in report.facts if not fact.paper])
    _draw_blocks(out, report.about)
    for section in report.sections:
        _draw_section(out, section)
    if report.foot:
        out.print()
    _draw_blocks(out, report.foot)


def _draw_facts(out: Console, facts: Sequence[b.Fact]) -> None:
    labels = max((len(fact.label) for fact in facts), default=0) + _PADDING
    room = out.width - labels
    for fact in facts:
        said = _text(fact.value)
        has_room = all(len(word) <= room for word in said.plain.split())
        lines = said.wrap(out, room) if has_room and room > 0 else [said]
        for number, line in enumerate(lines):
            label = "" if number else fact.label
            out.print(Text.assemble((f"{label:<{labels}}", "dim"), line))


def _draw_section(out: Console, section: b.Section) -> None:
    if section.paper or not b.on_screen(section.blocks):
        return
    out.print()
    if section.title:
        adds = f"  {section.adds}" if section.adds else ""
        out.print(Text.assemble((section.title, "bold cyan"), (adds, "dim")))
    _draw_blocks(out, section.blocks)


def _draw_blocks(out: Console, blocks: Iterable[b.Block]) -> None:
    after_a_table = False
    shown = (part for block in b.on_screen(blocks) for part in _parts(block, out.width))
    for block in shown:
        if isinstance(block, b.Grid):
            if after_a_table:
                out.print()
            if block.caption:
                out.print(Text(block.caption, "italic"))
            made: Table | Group | Text = _table(block, out.width - block.indent) or _row_by_row(block)
        else:
            made = Text(block.text, _TONES[block.tone])
        after_a_table = isinstance(block, b.Grid)
        out.print(Padding(made, (0, 0, 0, block.indent), expand=False) if block.indent else made)
        if isinstance(block, b.Grid) and isinstance(made, Table):
            _name_what_has_no_room(out, block, made)


def _name_what_has_no_room(out: Console, block: b.Grid, made: Table) -> None:
    """Name the columns left out, because the text around the table may mention them."""
    shown = {column.header for column in made.columns}
    if hidden := [column.head for column in block.columns if column.detail and column.head not in shown]:
        out.print(Text(f"Left out, for want of room: {', '.join(hidden)}.", "dim"))


# tables


def _parts(block: b.Grid | b.Paragraph, width: int) -> Iterator[b.Grid | b.Paragraph]:
    """Split a table that may continue below into tables that fit, each with the first column."""
    if not (isinstance(block, b.Grid) and block.continued):
        yield block
        return
    places, room = [*range(1, len(block.columns))], width - block.indent
    while places:
        taken = len(places)
        while taken > 1 and not _has_room(block, [0, *places[:taken]], room):
            taken -= 1
        some, places = [0, *places[:taken]], places[taken:]
        yield replace(
            block,
            columns=tuple(block.columns[place] for place in some),
            rows=tuple(tuple(row[place] for place in some) for row in block.rows),
        )


def _has_room(block: b.Grid, places: Sequence[int], room: int) -> bool:
    widths = (_width(block.columns[place], block.rows, place, 1, _LONG) for place in places)
    return sum(widths) - _GAP <= room


def _table(block: b.Grid, width: int) -> Table | None:
    """Draw a table; None if it would be too wide or would break words."""
    if block.gathered:
        beside = _side_by_side(block, width)
        if beside is None and width < _ROOMY:
            return None
        block = beside or _by_value(block, width)
    shown = [row for number, row in enumerate(block.rows) if number not in block.details]
    widths = _fitting(block.columns, shown, width)
    spare = max(0, width + _GAP - sum(widths.values()))
    if width < _ROOMY and (sum(widths.values()) - _GAP > width or _breaks_words(block, shown, widths, spare)):
        return None
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, _PADDING, 0, 0),
        show_header=any(column.head for column in block.columns),
    )
    for place, wide in widths.items():
        column = block.columns[place]
        justify: Literal["left", "right"] = "left" if column.kind == "text" else "right"
        settled = column.kind != "text" or column.width > 0
        most = wide - _GAP + (0 if settled else spare)
        table.add_column(
            column.head, justify=justify, overflow="fold", width=most if settled else None, max_width=most
        )
    for number, row in enumerate(block.rows):
        if number and number in block.lines_before:
            table.add_section()
        if number not in block.details:
            table.add_row(*(_text(row[place]) for place in widths))
    return table


def _breaks_words(block: b.Grid, rows: Sequence[b.Row], widths: Mapping[int, int], spare: int) -> bool:
    words = {place: wide for place, wide in widths.items() if block.columns[place].kind == "text"}
    return any(
        len(word) > wide - _GAP + spare
        for place, wide in words.items()
        for row in rows
        for word in b.text_of(row[place]).split()
    )


def _row_by_row(block: b.Grid) -> Group:
    lines: list[Text | Padding] = []
    for number, row in enumerate(block.rows):
        if number in block.details:
            continue
        first, *others = row
        lines.append(Text(b.text_of(first), "bold"))
        for column, cell in zip(block.columns[1:], others, strict=True):
            if b.text_of(cell) and column.kind != "exact":
                said = Text.assemble((f"{column.head}  " if column.head else "", "dim"), _text(cell))
                lines.append(Padding(said, (0, 0, 0, _PADDING)))
    return Group(*lines)


def _fitting(columns: Sequence[b.Column], rows: Sequence[b.Row], width: int) -> dict[int, int]:
    """Choose the columns and their widths, with as few lines of headings as fit.

    Where not all fit, fractions are left to paper, then words are folded, then details are left to paper.
    """
    every = [*range(len(columns))]
    plain = [place for place in every if columns[place].kind != "exact"]
    brief = [place for place in plain if not columns[place].detail]
    widths: dict[int, int] = {}
    for places, words in ((every, _LONG), (plain, _LONG), (plain, _NARROW), (brief, _NARROW)):
        for lines in range(1, _HEAD_LINES + 1):
            widths = {place: _width(columns[place], rows, place, lines, words) for place in places}
            if sum(widths.values()) - _GAP <= width:
                return widths
    return widths


def _width(column: b.Column, rows: Iterable[b.Row], place: int, lines: int, words: int) -> int:
    """Width of a column: text folds at `words`, headings of numbers fold into `lines`."""
    if column.width:
        return column.width + _GAP
    widest = max((len(line) for row in rows for line in _lines(row[place])), default=0)
    if column.kind == "text":
        return min(max(widest, len(column.head)), words) + _GAP
    widest = max(widest, *map(len, column.head.split()), 1)
    while len(wrap(column.head, widest)) > lines:
        widest += 1
    return widest + _GAP


def _lines(cell: b.Cell) -> list[str]:
    return f"{b.text_of(cell)}\n{b.styled(cell).adds}".split("\n")


def _text(cell: b.Cell) -> Text:
    said = b.styled(cell)
    return Text.assemble((said.text, _TONES[said.tone]), (f"\n{said.adds}" if said.adds else "", "dim"))


# things side by side, or, where there is no room for that, value by value


def _side_by_side(block: b.Grid, width: int) -> b.Grid | None:
    """Widen the columns as far as useful; None if they do not fit. Numbers are never folded."""
    number = len(block.columns) - 2
    spare = (width + _GAP - sum(column.width + _GAP for column in block.columns)) // number
    if spare < 0:
        return None
    room = block.columns[2].width + spare
    rows = tuple(
        (*row[:2], *(_without_long(cell, block.columns[2], room) for cell in row[2:])) for row in block.rows
    )
    columns = block.columns[:2] + tuple(
        replace(
            column,
            width=min(room, max(len(line) for row in rows for line in (column.head, *_lines(row[place])))),
        )
        for place, column in enumerate(block.columns[2:], 2)
    )
    return replace(block, columns=columns, rows=rows)


def _without_long(cell: b.Cell, column: b.Column, room: int) -> b.Cell:
    short = column.kind == "text" or len(b.styled(cell).adds) <= room
    return cell if short else replace(b.styled(cell), adds="")


def _by_value(block: b.Grid, width: int) -> b.Grid:
    """Give each row a line per value, with the names of the columns that have it."""
    about, mark, *values = block.columns
    room = width - about.width - mark.width - 3 * _GAP
    longest = max(len(line) for row in block.rows for cell in row[2:] for line in b.text_of(cell).split("\n"))
    wide = min(longest, room // 2)
    rows: list[b.Row] = []
    for first, sign, *cells in block.rows:
        said: list[str] = []
        who: list[str] = []
        for says in dict.fromkeys(map(b.text_of, cells)):
            having = [each for each in zip(values, cells, strict=True) if b.text_of(each[1]) == says]
            said += [part for line in says.split("\n") for part in wrap(line, wide)]
            who += wrap(_who(having, len(cells)), room - wide)
            lines = max(len(said), len(who))
            said += [""] * (lines - len(said))
            who += [""] * (lines - len(who))
        rows.append((first, sign, "\n".join(said), "\n".join(who)))
    value = b.Column(block.gathered[0], values[0].kind, width=wide)
    names = b.Column(block.gathered[1], "text", width=room - wide)
    return b.Grid(columns=(about, mark, value, names), rows=tuple(rows))


def _who(having: Sequence[tuple[b.Column, b.Cell]], every: int) -> str:
    if having[0][0].kind == "text":
        return ", ".join(f"{column.head} {b.styled(cell).adds}".strip() for column, cell in having)
    names = "all" if len(having) == every else ", ".join(column.head for column, _ in having)
    return f"{names}  {b.styled(having[0][1]).adds}".strip()
