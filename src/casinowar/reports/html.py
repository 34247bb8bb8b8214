"""Reports in a notebook: blocks as HTML, escaped."""

from collections.abc import Iterable
from html import escape

from casinowar.reports.blocks import Block, Cell, Grid, Report, Section, Told, Words, on_screen


def html(report: Report) -> str:
    """Write a report as HTML; formulas, pictures and appendices are for paper."""
    name = f"{escape(report.name)}: " if report.name else ""
    facts = "".join(
        f"<tr><th>{escape(fact.label)}</th><td>{_cell(fact.value)}</td></tr>"
        for fact in report.facts
        if not fact.paper
    )
    return "".join(
        (
            f"<h3>{name}{escape(report.title)}</h3>",
            *_blocks(report.about),
            f"<table>{facts}</table>" if facts else "",
            *(part for section in report.sections for part in _section(section)),
            *_blocks(report.foot),
        )
    )


def _section(section: Section) -> Iterable[str]:
    if section.paper:
        return
    if section.title:
        adds = f" <small>{escape(section.adds)}</small>" if section.adds else ""
        yield f"<h4>{escape(section.title)}{adds}</h4>"
    yield from _blocks(section.blocks)


def _blocks(blocks: Iterable[Block]) -> Iterable[str]:
    for block in on_screen(blocks):
        yield f"<p>{_lines(block.text)}</p>" if isinstance(block, Words) else _table(block)


def _table(block: Grid) -> str:
    styles = ["left" if column.kind == "text" else "right" for column in block.columns]
    head = "".join(
        f'<th style="text-align: {style}">{escape(column.head)}</th>'
        for style, column in zip(styles, block.columns, strict=True)
    )
    rows = (
        "".join(
            f'<td style="text-align: {style}">{_cell(cell)}</td>'
            for style, cell in zip(styles, row, strict=True)
        )
        for row in block.rows
    )
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Told):
        said = f"<b>{_lines(cell.text)}</b>" if cell.tone == "strong" else _lines(cell.text)
        return said + (f"<br><small>{_lines(cell.adds)}</small>" if cell.adds else "")
    return _lines(cell)


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
