"""Reports as LaTeX sections and tables, for the reader's own document."""

from collections.abc import Iterable, Iterator
from typing import Final

from casinowar.reports.blocks import Block, Cell, Column, Grid, Paragraph, Report, on_screen, styled

_NEEDS: Final = r"% \usepackage[T1]{fontenc} \usepackage{booktabs,longtable,array,amssymb}"
_LONG: Final = 44
"""Wider columns become paragraphs."""
_LONGEST: Final = 120
"""Most characters that count for a paragraph's share of the width."""
_ROOM: Final = 0.86
"""Share of the line width for paragraph columns."""
_SIGNS: Final = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "≠": r"$\ne$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "→": r"$\to$",
    "≈": r"$\approx$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "∞": r"$\infty$",
    "σ": r"$\sigma$",
    "√": r"$\surd$",
    **{sign: f"$^{{{plain}}}$" for sign, plain in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)},
    "♣": r"$\clubsuit$",
    "♦": r"$\diamondsuit$",
    "♥": r"$\heartsuit$",
    "♠": r"$\spadesuit$",
    "\n": r"\newline ",
}
_ESCAPED: Final = str.maketrans(_SIGNS)


def latex(report: Report) -> str:
    """Write a report without what is for paper only."""
    title = f"{report.name}: {report.title}" if report.name else report.title
    facts = [f"{fact.label}: {styled(fact.value).text}" for fact in report.facts if not fact.paper]
    parts = [_NEEDS, rf"\section*{{{_text(title)}}}", *(f"{_text(fact)}\\par" for fact in facts)]
    parts += _blocks(report.about)
    for section in report.sections:
        if not section.paper and on_screen(section.blocks):
            heading = " -- ".join(filter(None, (section.title, section.adds)))
            parts += [rf"\subsection*{{{_text(heading)}}}"] if heading else []
            parts += _blocks(section.blocks)
    return "\n\n".join([*parts, *_blocks(report.foot)]) + "\n"


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in on_screen(blocks):
        yield _text(block.text) if isinstance(block, Paragraph) else _table(block)


def _table(block: Grid) -> str:
    caption = [rf"\caption*{{{_text(block.caption)}}}\\"] if block.caption else []
    heads = any(column.head for column in block.columns)
    head = (
        [f"{' & '.join(_text(column.head) for column in block.columns)} \\\\", r"\midrule"] if heads else []
    )
    rows = []
    for number, row in enumerate(block.rows):
        rows += [r"\midrule"] if number and number in block.lines_before else []
        rows.append(f"{' & '.join(map(_cell, row))} \\\\")
    return "\n".join(
        (
            rf"\begin{{longtable}}{{{''.join(_columns(block))}}}",
            *caption,
            *(r"\toprule", *head, r"\endhead"),
            *rows,
            *(r"\bottomrule", r"\end{longtable}"),
        )
    )


def _columns(block: Grid) -> Iterator[str]:
    """Align each column; columns of long text share the line width by their length."""
    widths = [_width(column, [row[at] for row in block.rows]) for at, column in enumerate(block.columns)]
    long = sum(width for width in widths if width > _LONG)
    short = sum(width for width in widths if width <= _LONG)
    share = max(0.3, _ROOM - short / 110)
    for column, width in zip(block.columns, widths, strict=True):
        if width > _LONG:
            yield rf"p{{{share * width / long:.2f}\linewidth}}"
        else:
            yield "l" if column.kind == "text" else "r"


def _width(column: Column, cells: Iterable[Cell]) -> int:
    if column.kind != "text":
        return min(_LONG, len(column.head))
    said = [f"{styled(cell).text} {styled(cell).adds}" for cell in cells]
    longest = max(map(len, (column.head, *said)))
    # Only a paragraph column may contain line breaks.
    return min(_LONGEST, max(longest, _LONG + 1) if any("\n" in each for each in said) else longest)


def _cell(cell: Cell) -> str:
    said = styled(cell)
    adds = f" {{\\small {_text(said.adds)}}}" if said.adds else ""
    text = _text(said.text)
    # LaTeX would read a bracket at the start of a row as an argument of the line break.
    return f"{{{text}}}{adds}" if text.startswith("[") else f"{text}{adds}"


def _text(text: str) -> str:
    # Join the signs of one exponent into one formula.
    return text.translate(_ESCAPED).replace("}$$^{", "")
