"""Reports as CSV: each table under its title, with every column that it has."""

import csv
from collections.abc import Iterator
from io import StringIO

from casinowar.reports.blocks import Grid, Report, on_screen, told


def spreadsheet(report: Report) -> str:
    """Write the tables of a report, a blank line between them; words, formulas and pictures are left out.

    Titles stand in lines that begin with #. What is added to the cells of a column has a column of its own.
    """
    parts = []
    for section in report.sections:
        for block in on_screen(() if section.paper else section.blocks):
            if isinstance(block, Grid):
                named = ": ".join(filter(None, (section.title, block.caption)))
                parts.append([*([[f"# {named}"]] if named else []), *_rows(block)])
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([f"# {report.name}: {report.title}" if report.name else f"# {report.title}"])
    for number, rows in enumerate(parts):
        if number:
            text.write("\n")
        writer.writerows(rows)
    # A spreadsheet takes a hyphen for a minus sign, and nothing else.
    return text.getvalue().replace("−", "-")


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
