"""Reports as CSV."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from casinowar.reports.blocks import Block, Grid, Paragraph, Report, Section, StyledText, on_screen, styled
from casinowar.reports.numbers import Written

_COUNT: Final = re.compile(r"[+−]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?")


def spreadsheet(report: Report) -> str:
    """Write the tables of a report with blank lines between them, and its warnings.

    Other words, formulas and pictures are left out. Titles and warnings stand in lines that begin with #.
    What is added to the cells of a column has a column of its own.
    Numbers are plain: a share is a share of 1, an amount one of dollars, with all its digits.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    name = f"{report.name}: " if report.name else ""
    writer.writerows([[f"# {name}{report.title}"], *_remarks("", report.about)])
    parts = [part for each in report.sections if not each.paper for part in _parts(each)]
    for number, rows in enumerate(filter(None, [*parts, _remarks("", report.foot)])):
        if number:
            text.write("\n")
        writer.writerows(rows)
    # Spreadsheets accept only a hyphen as a minus sign.
    return text.getvalue().replace("−", "-")


def _parts(section: Section) -> Iterator[list[list[str]]]:
    """Yield the warnings of a section, then each table."""
    blocks = on_screen(section.blocks)
    yield _remarks(section.title, blocks)
    for block in blocks:
        if isinstance(block, Grid):
            named = ": ".join(filter(None, (section.title, block.caption)))
            yield [*([[f"# {named}"]] if named else []), *_rows(block)]


def _remarks(title: str, blocks: Iterable[Block]) -> list[list[str]]:
    grave = (each for each in blocks if isinstance(each, Paragraph) and each.tone in {"warning", "bad"})
    return [[f"# {title}: {each.text}" if title else f"# {each.text}"] for each in grave]


def _rows(block: Grid) -> Iterator[list[str]]:
    """Write rows under their headings; additions, marks and units get columns of their own."""
    columns = [[styled(row[place]) for row in block.rows] for place in range(len(block.columns))]
    written = [[*_column(column.head, cells)] for column, cells in zip(block.columns, columns, strict=True)]
    headed = any(column.head for column in block.columns)
    for row in range(0 if headed else 1, len(block.rows) + 1):
        yield [each[row] for parts in written for each in parts]


def _column(head: str, cells: list[StyledText]) -> Iterator[list[str]]:
    """Write a column with its heading, which includes the unit if all numbers share it."""
    numbers = [each.text if isinstance(each.text, Written) and each.text else None for each in cells]
    units = [None if each is None or each.value is None else each.unit for each in numbers]
    several = {*units} - {None}
    [unit] = several if len(several) == 1 else [""]
    yield [f"{head} ({unit})".strip() if unit else head.strip(), *(_plain(each.text) for each in cells)]
    if len(several) > 1:
        yield [f"{head}, unit", *(unit or "" for unit in units)]
    marks = [each.text.mark if isinstance(each.text, Written) else "" for each in cells]
    if any(marks):
        yield [f"{head}, mark", *marks]
    if any(each.adds for each in cells):
        yield [f"{head}, besides", *(each.adds for each in cells)]


def _plain(text: str) -> str:
    """Write a number for programs; text stays text.

    >>> _plain("170,016"), _plain("6, 8 or 10"), _plain("+2")
    ('170016', '6, 8 or 10', '2')
    """
    if isinstance(text, Written) and text:
        return text.plain()
    return text.replace(",", "").removeprefix("+") if _COUNT.fullmatch(text) else str(text)
