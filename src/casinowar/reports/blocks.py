"""What every report is made of: sections of tables, words, formulas and pictures.

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
    """What somebody has named or written: a table, a person, a note; it is the same in every language."""

    __slots__ = ()


class StyledText(Struct, frozen=True):
    """Words that stand out: a loss, a warning, an aside."""

    text: str
    tone: Tone = ""
    adds: str = ""
    """What is added below, in quiet words."""
    language: Language | None = None
    """The language of the words, where it is not that of the report."""


Cell = str | StyledText
Row = tuple[Cell, ...]


class Column(Struct, frozen=True):
    """A column: its head, and whether words, numbers or exact fractions stand below it.

    Columns with a share divide the width that the others leave.
    """

    head: str
    kind: Kind = "number"
    share: float = 0
    detail: bool = False
    """Whether a narrow terminal may leave it to paper."""
    width: int = 0
    """How wide it is in a terminal at least, where that is settled."""


class Grid(Struct, frozen=True, kw_only=True, tag="table"):
    """Rows under heads, with a line before some; a caption where a section has several of them."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lines_before: tuple[int, ...] = ()
    caption: str = ""
    details: tuple[int, ...] = ()
    """Rows that a terminal leaves to paper."""
    gathered: tuple[str, ...] = ()
    """Where things stand side by side, from the third column on: how values and those that have them are
    headed in a terminal too narrow for that."""
    continued: bool = False
    """Whether columns that find no room in a terminal may stand in a table below, with the first again."""
    indent: int = 0
    paper: bool = False
    """Whether it is for paper alone."""


class Paragraph(Struct, frozen=True, tag="words"):
    """A paragraph."""

    text: str
    tone: Tone = ""
    indent: int = 0
    paper: bool = False
    """Whether it is for paper alone."""
    language: Language | None = None
    """The language of the words, where it is not that of the report."""


class Formula(Struct, frozen=True, tag="formula"):
    """A line of mathematics, in Typst's notation, of numbers and names alone."""

    math: str


class PictureName(Struct, frozen=True, tag="picture"):
    """A picture of the gallery, by its name."""

    name: str


Block = Grid | Paragraph | Formula | PictureName


class Cite(Struct, frozen=True):
    """A value of the rulebook that figures rest on: what it is, its clause, and the reading behind it."""

    what: str
    clause: str
    reading: str


class Section(Struct, frozen=True, kw_only=True):
    """A section: its heading with what it adds, what stands in it, and the clauses that it rests on."""

    title: str
    blocks: tuple[Block, ...]
    adds: str = ""
    rests_on: tuple[Cite, ...] = ()
    paper: bool = False
    """Whether it is for paper alone."""


class Fact(Struct, frozen=True):
    """A line of the heading."""

    label: str
    value: Cell
    paper: bool = False
    """Whether it is for paper alone."""


class Report(Struct, frozen=True, kw_only=True):
    """A whole report: its heading, its sections, what comes after them, and what is said at its foot."""

    title: str
    name: str = ""
    """What the report is about, in one word, such as the rulebook's name."""
    about: tuple[Paragraph, ...] = ()
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    appendices: tuple[Section, ...] = ()
    foot: tuple[Paragraph, ...] = ()
    signed: tuple[str, ...] = ()
    """Who signs it, on paper."""
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
    """Put blocks under a heading; plain text is a remark in quiet words, and what is None is left out."""
    blocks = tuple(Paragraph(each, "quiet") if isinstance(each, str) else each for each in said if each)
    return Section(title=title, blocks=blocks, adds=adds, rests_on=rests_on, paper=paper)


def text_column(head: str, share: float = 0, *, width: int = 0) -> Column:
    """Head a column of words."""
    return Column(head, "text", share, width=width)


def exact_column(head: str) -> Column:
    """Head a column of exact fractions."""
    return Column(head, "exact")


def detail_column(head: str) -> Column:
    """Head a column of numbers that a narrow terminal may leave to paper."""
    return Column(head, detail=True)


def both(head: str, value: Fraction, write: Callable[[Fraction], str]) -> dict[Column, Cell]:
    """Give a number exactly and as people read it, in a column each."""
    return exact_and_rounded({head: (exact(value), write(value))})


def exact_and_rounded(cells: Mapping[str, tuple[str, str]]) -> dict[Column, Cell]:
    """Give two columns to each head: one for a fraction, one for what people read."""
    found: dict[Column, Cell] = {}
    for head, (precisely, shortly) in cells.items():
        found |= {exact_column(f"{head}, exact"): precisely, Column(head): shortly}
    return found


def side_by_side(
    about: Column, found: Mapping[str, Mapping[str, tuple[str, str]]]
) -> list[dict[Column, Cell]]:
    """Put things side by side under their heads, with a row for each name that they have a number under."""
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

    >>> grid([{words("wager"): "tie", Column("pays"): "10 to 1"}, {text_column("wager"): "initial"}]).rows
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
    """Leave out what is for paper: formulas, pictures, and what says so."""
    return [block for block in blocks if not (isinstance(block, Formula | PictureName) or block.paper)]


def styled(cell: Cell) -> StyledText:
    """Give a cell with its tone and what it adds, plain words too."""
    return StyledText(cell) if isinstance(cell, str) else cell


def text_of(cell: Cell) -> str:
    """Give the words of a cell."""
    return styled(cell).text


def fraction_in_math(value: Fraction) -> str:
    """Write a fraction in Typst's mathematics.

    >>> fraction_in_math(Fraction(-1, 2)), fraction_in_math(Fraction(2))
    ('-frac(1, 2)', '2')
    """
    sign = "-" if value < 0 else ""
    over, under = abs(value.numerator), value.denominator
    return f"{sign}{over}" if under == 1 else f"{sign}frac({over}, {under})"
