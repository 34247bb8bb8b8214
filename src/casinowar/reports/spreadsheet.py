"""Reports as CSV: each table under its title, with every column that it has, and each warning."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from casinowar.reports.blocks import Block, Grid, Report, Section, Words, on_screen, told


def spreadsheet(report: Report) -> str:
    """Write the tables of a report, a blank line between them, and what it warns of.

    Other words, formulas and pictures are left out. Titles and warnings stand in lines that begin with #.
    What is added to the cells of a column has a column of its own.
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
    # A spreadsheet takes a hyphen for a minus sign, and nothing else.
    return text.getvalue().replace("−", "-")


def _parts(section: Section) -> Iterator[list[list[str]]]:
    """Give what a section warns of, then each of its tables."""
    blocks = on_screen(section.blocks)
    yield _remarks(section.title, blocks)
    for block in blocks:
        if isinstance(block, Grid):
            named = ": ".join(filter(None, (section.title, block.caption)))
            yield [*([[f"# {named}"]] if named else []), *_rows(block)]


def _remarks(title: str, blocks: Iterable[Block]) -> list[list[str]]:
    grave = (each for each in blocks if isinstance(each, Words) and each.tone in {"warning", "bad"})
    return [[f"# {title}: {each.text}" if title else f"# {each.text}"] for each in grave]


def _rows(block: Grid) -> Iterator[list[str]]:
    adding = [any(told(row[place]).adds for row in block.rows) for place in range(len(block.columns))]
    heads = ((column.head, f"{column.head}, besides") for column in block.columns)
    if any(column.head for column in block.columns):
        yield _flat(heads, adding)
    for row in block.rows:
        yield _flat(((told(cell).text, told(cell).adds) for cell in row), adding)


def _flat(pairs: Iterator[tuple[str, str]], adding: list[bool]) -> list[str]:
    both = zip(pairs, adding, strict=True)
    return [said for pair, adds in both for said in (pair if adds else pair[:1])]
