"""Building blocks of every report: sections of tables, paragraphs, formulas and pictures.

A report is built once, as these values; the terminal, the PDF, a notebook and the page only draw them.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from casinowar.reports.numbers import exact
from casinowar.telling.wording import Language

Kind = Literal["text", "number", "exact"]
Tone = Literal["", "strong", "quiet", "good", "bad", "warning", "special"]


class Verbatim(str):
    """A name or text that a user wrote: a table, a person, a note. It is never translated."""

    __slots__ = ()


class StyledText(Struct, frozen=True):
    """Text with a tone, such as a loss or a warning."""

    text: str
    tone: Tone = ""
    adds: str = ""
    """Quiet text below."""
    language: Language | None = None
    """The language, if not that of the report."""


Cell = str | StyledText
Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """A column: its heading and kind of content.

    Columns with a share divide the width that the others leave.
    """

    head: str
    kind: Kind = "number"
    share: float = 0
    detail: bool = False
    """Whether a narrow terminal may omit it."""
    width: int = 0
    """Minimum width in a terminal; 0 means as needed."""


class Grid(Struct, frozen=True, kw_only=True, tag="table"):
    """A table. A caption names it if a section has several."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lines_before: tuple[int, ...] = ()
    caption: str = ""
    details: tuple[int, ...] = ()
    """Rows that a terminal omits."""
    gathered: tuple[str, ...] = ()
    """Where things stand side by side, from the third column on: how values and those that have them are
    headed in a terminal too narrow for that."""
    continued: bool = False
    """Whether columns that do not fit may continue in a table below, with the first column repeated."""
    indent: int = 0
    paper: bool = False
    """Whether it is for paper only."""


class Paragraph(Struct, frozen=True, tag="words"):
    text: str
    tone: Tone = ""
    indent: int = 0
    paper: bool = False
    """Whether it is for paper only."""
    language: Language | None = None
    """The language, if not that of the report."""


class Formula(Struct, frozen=True, tag="formula"):
    math: str


class PictureName(Struct, frozen=True, tag="picture"):
    name: str


Block = Grid | Paragraph | Formula | PictureName


class Cite(Struct, frozen=True):
    """A value of the rulebook that figures rest on, with its clause and reading."""

    what: str
    clause: str
    reading: str


class Section(Struct, frozen=True, kw_only=True):
    """A section: heading, blocks, and the clauses it rests on."""

    title: str
    blocks: tuple[Block, ...]
    adds: str = ""
    rests_on: tuple[Cite, ...] = ()
    paper: bool = False
    """Whether it is for paper only."""


class Fact(Struct, frozen=True):
    label: str
    value: Cell
    paper: bool = False
    """Whether it is for paper only."""


class Report(Struct, frozen=True, kw_only=True):
    title: str
    name: str = ""
    """The subject in one word, such as the rulebook's name."""
    about: tuple[Paragraph, ...] = ()
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    appendices: tuple[Section, ...] = ()
    foot: tuple[Paragraph, ...] = ()
    signed: tuple[str, ...] = ()
    """Signature lines on paper."""
    made_with: str = ""
    notice: str = ""
    language: Language = Language.ENGLISH


def section(
    title: str,
    *said: Block | str | None,
    adds: str = "",
    rests_on: tuple[Cite, ...] = (),
    paper: bool = False,
) -> Section:
    """Build a section; plain strings become quiet paragraphs, and None is skipped."""
    blocks = tuple(Paragraph(each, "quiet") if isinstance(each, str) else each for each in said if each)
    return Section(title=title, blocks=blocks, adds=adds, rests_on=rests_on, paper=paper)


def text_column(head: str, share: float = 0, *, width: int = 0) -> Column:
    return Column(head, "text", share, width=width)


def exact_column(head: str) -> Column:
    return Column(head, "exact")


def detail_column(head: str) -> Column:
    """Make a column of numbers that a narrow terminal may leave out."""
    return Column(head, detail=True)


def both(head: str, value: Fraction, write: Callable[[Fraction], str]) -> dict[Column, Cell]:
    """Write a number exactly and rounded, in two columns."""
    return exact_and_rounded({head: (exact(value), write(value))})


def exact_and_rounded(cells: Mapping[str, tuple[str, str]]) -> dict[Column, Cell]:
    """Build two columns per heading: an exact fraction and a rounded number."""
    found: dict[Column, Cell] = {}
    for head, (precisely, shortly) in cells.items():
        found |= {exact_column(f"{head}, exact"): precisely, Column(head): shortly}
    return found


def side_by_side(
    about: Column, found: Mapping[str, Mapping[str, tuple[str, str]]]
) -> list[dict[Column, Cell]]:
    """Put things side by side under their headings, with a row for each name."""
    names = dict.fromkeys(name for cells in found.values() for name in cells)
    return [{about: name, **exact_and_rounded({head: found[head][name] for head in found})} for name in names]


def grid(
    rows: Iterable[Mapping[Column, Cell]],
    *,
    lines_before: tuple[int, ...] = (),
    details: tuple[int, ...] = (),
    caption: str = "",
    paper: bool = False,
) -> Grid:
    """Put rows together, each a cell for each column that it has one for; fractions all too long have none.

    >>> grid(
    ...     [{text_column("wager"): "tie", Column("pays"): "10 to 1"}, {text_column("wager"): "initial"}]
    ... ).rows
    (('tie', '10 to 1'), ('initial', ''))
    """
    found = [*rows]
    named = dict.fromkeys(column for row in found for column in row)
    columns = tuple(each for each in named if each.kind != "exact" or any(row.get(each) for row in found))
    return Grid(
        columns=columns,
        rows=tuple(tuple(row.get(column, "") for column in columns) for row in found),
        lines_before=lines_before,
        details=details,
        caption=caption,
        paper=paper,
    )


def on_screen(blocks: Iterable[Block]) -> list[Grid | Paragraph]:
    """Drop blocks that are for paper only."""
    return [block for block in blocks if not (isinstance(block, Formula | PictureName) or block.paper)]


def styled(cell: Cell) -> StyledText:
    return StyledText(cell) if isinstance(cell, str) else cell


def text_of(cell: Cell) -> str:
    return styled(cell).text


def fraction_in_math(value: Fraction) -> str:
    """Write a fraction in Typst's mathematics.

    >>> fraction_in_math(Fraction(-1, 2)), fraction_in_math(Fraction(2))
    ('-frac(1, 2)', '2')
    """
    sign = "-" if value < 0 else ""
    over, under = abs(value.numerator), value.denominator
    return f"{sign}{over}" if under == 1 else f"{sign}frac({over}, {under})"
