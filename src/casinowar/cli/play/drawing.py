"""Drawing of cards, gauges, columns and amounts."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.align import AlignMethod
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from casinowar.game.cards import Card, shown
from casinowar.game.money import Cents
from casinowar.reports.numbers import dollars

CARD_ROWS = 3
ROOM_FOR_COLUMNS = 64
_RED = frozenset("♥♦")


def face(card: Card) -> Text:
    written = shown(card)
    return Text(written, style="bold red" if written[-1] in _RED else "bold")


def faces(cards: Sequence[Card]) -> Text:
    return Text(" ").join(face(card) for card in cards)


def drawn_cards(cards: Sequence[Card]) -> list[Text]:
    if not cards:
        return [Text()] * CARD_ROWS
    middle = Text()
    for card in cards:
        written = face(card)
        written.pad_right(3 - len(written))
        middle.append("│", style="dim").append_text(written)
    return [
        Text("╭───" * len(cards) + "╮", style="dim"),
        middle.append("│", style="dim"),
        Text("╰───" * len(cards) + "╯", style="dim"),
    ]


def in_columns(*cells: tuple[Text, AlignMethod, int]) -> Text:
    """Align texts in columns of fixed width; long texts end in an ellipsis."""
    row = Text()
    for text, alignment, width in cells:
        cell = text.copy()
        cell.truncate(width, overflow="ellipsis")
        cell.align(alignment, width)
        row.append_text(cell)
    return row


def in_rows(rows: Iterable[Sequence[RenderableType]], *columns: Column, gap: int = 2) -> Table:
    grid = Table.grid(*(column.copy() for column in columns), padding=(0, gap))
    for row in rows:
        grid.add_row(*row)
    return grid


class ResponsiveTable:
    """A table that becomes a list of first cells with the others below them when it is too narrow."""

    def __init__(self, rows: Iterable[Sequence[Text | str]], *columns: Column, gap: int = 2) -> None:
        self._rows, self._columns, self._gap = [*rows], columns, gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= ROOM_FOR_COLUMNS:
            yield in_rows(self._rows, *self._columns, gap=self._gap)
            return
        for first, *others in self._rows:
            yield Text.assemble(first, style=self._columns[0].style)
            for cell, column in zip(others, self._columns[1:], strict=True):
                if cell:
                    yield Padding(Text.assemble(cell, style=column.style), (0, 0, 0, 2))


def as_fits(parts: Iterable[str], width: int) -> str:
    """Join as many parts as fit on a line, always the first.

    >>> as_fits(["Enter deals", "raise 5", "withdraw"], 22)
    'Enter deals · raise 5'
    """
    said = [*parts]
    while len(said) > 1 and len(" · ".join(said)) > width:
        said.pop()
    return " · ".join(said)


def in_lines(parts: Iterable[Text], width: int, gap: str = " · ") -> list[Text]:
    """Join texts into as few lines as fit them.

    >>> [line.plain for line in in_lines([Text("primary $10"), Text("secondary $5")], 14)]
    ['primary $10', 'secondary $5']
    """
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], (gap, "dim"), part)
        else:
            lines.append(part)
    return lines


def side_by_side(columns: Sequence[Sequence[Text]], width: int) -> Text:
    """Center columns of equal height beside each other."""
    edges = [width * place // len(columns) for place in range(len(columns) + 1)] if columns else []
    widths = [right - left for left, right in pairwise(edges)]
    return Text("\n").join(
        in_columns(*((line, "center", room) for line, room in zip(row, widths, strict=True)))
        for row in zip(*columns, strict=True)
    )


def gauge(part: int, whole: int, width: int) -> str:
    """Draw how full something is.

    >>> gauge(78, 312, 8)
    '██░░░░░░'
    """
    filled = min(width, -(-part * width // max(whole, 1)))
    return "█" * filled + "░" * (width - filled)


def amount(cents: Cents, *, sign: bool = False) -> str:
    """Write an amount without cents if they are zero.

    >>> amount(10_00), amount(12_50), amount(-5_00, sign=True)
    ('$10', '$12.50', '−$5')
    """
    return dollars(cents, sign=sign).removesuffix(".00")
