"""Reports as escaped HTML for notebooks."""

from collections.abc import Iterable, Sequence
from html import escape

from casinowar.reports.blocks import Block, Cell, Grid, Paragraph, Report, Section, on_screen, styled


def html(report: Report) -> str:
    """Write a report without what is for paper only."""
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
        yield _paragraph(block) if isinstance(block, Paragraph) else _table(block)


def _paragraph(block: Paragraph) -> str:
    said = _lines(block.text)
    return f"<p><b>{said}</b></p>" if block.tone == "warning" else f"<p>{said}</p>"


def _table(block: Grid) -> str:
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    head = _row(block, [column.head for column in block.columns], "th")
    body = "".join(_row(block, row, "td") for row in block.rows)
    return f"<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(block: Grid, cells: Sequence[Cell], tag: str) -> str:
    styles = ("left" if column.kind == "text" else "right" for column in block.columns)
    aligned = zip(styles, map(_cell, cells), strict=True)
    row = (f'<{tag} style="text-align: {style}">{cell}</{tag}>' for style, cell in aligned)
    return f"<tr>{''.join(row)}</tr>"


def _cell(cell: Cell) -> str:
    whole = styled(cell)
    said = f"<b>{_lines(whole.text)}</b>" if whole.tone == "strong" else _lines(whole.text)
    return said + (f"<br><small>{_lines(whole.adds)}</small>" if whole.adds else "")


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
