"""What a report says, as text: to test wording on values and not on paper."""

from collections.abc import Iterable, Iterator

from casinowar.reports.blocks import Block, Cell, Grid, Paragraph, Report, Section, StyledText


def words_of(report: Report, *, terminal: bool = False) -> str:
    """Give everything that a report says, or that of it which a terminal shows, in reading order."""
    shown = not terminal
    sections = (*report.sections, *(report.appendices if shown else ()))
    return "\n".join(
        (
            report.name,
            report.title,
            *(f"{fact.label} {_text(fact.value)}" for fact in report.facts if shown or not fact.paper),
            *_blocks(report.about, paper=shown),
            *(line for each in sections if shown or not each.paper for line in _section(each, paper=shown)),
            *_blocks(report.foot, paper=shown),
            *((report.made_with, report.notice) if shown else ()),
        )
    )


def words_of_section(report: Report, title: str) -> str:
    """Give what one section says."""
    [found] = [each for each in (*report.sections, *report.appendices) if each.title == title]
    return "\n".join(_section(found, paper=True))


def _section(section: Section, *, paper: bool) -> Iterator[str]:
    yield f"{section.title} {section.adds}".strip()
    yield from _blocks(section.blocks, paper=paper)
    for cite in section.rests_on if paper else ():
        yield f"{cite.what} {cite.clause}" + (f" ({cite.reading})" if cite.reading else "")


def _blocks(blocks: Iterable[Block], *, paper: bool) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph) and (paper or not block.paper):
            yield block.text
        if isinstance(block, Grid) and (paper or not block.paper):
            yield block.caption
            yield " ".join(column.head for column in block.columns)
            for row in block.rows:
                yield " ".join(filter(None, map(_text, row)))


def _text(cell: Cell) -> str:
    return f"{cell.text} {cell.adds}".strip() if isinstance(cell, StyledText) else cell
