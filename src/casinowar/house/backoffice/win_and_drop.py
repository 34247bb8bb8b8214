"""Win, drop and hold of tables by hour, shift, gaming day or dealer, next to the theoretical win."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import groupby

from msgspec import to_builtins

from casinowar.game.money import Cents
from casinowar.house.backoffice.books import BookLine, Books, TableBook, WagerCounts
from casinowar.house.backoffice.daybook import DayBook, DropBox
from casinowar.house.backoffice.theoretical_win import is_banked, theoretical_win, unpriced, wagered
from casinowar.house.backoffice.views import Grouping, WinLine
from casinowar.reports.blocks import (
    Block,
    Column,
    Paragraph,
    Report,
    detail_column,
    grid,
    section,
    text_column,
)
from casinowar.reports.exportable import Exportable
from casinowar.reports.numbers import dollars, percent


class WinReport(Exportable, frozen=True, kw_only=True):
    """Win, drop and hold of tables."""

    by: Grouping
    lines: tuple[WinLine, ...]
    boxes: tuple[DropBox, ...] = ()

    def report(self) -> Report:
        return Report(
            name="pit",
            title=f"Win, drop and hold by {self.by}",
            about=(
                Paragraph(
                    "Win is what play brought into the tray: closer + credits - opener - fills.", "quiet"
                ),
            ),
            sections=(
                section("Tables", self._lines()),
                *((section("Drop boxes", self._boxes()),) if self.boxes else ()),
            ),
        )

    def _lines(self) -> Block:
        if not self.lines:
            return Paragraph("No rounds, chips or cash yet.")
        return grid(
            {
                text_column("Table"): each.table,
                **(
                    {} if self.by is Grouping.TABLE else {text_column(str(self.by).capitalize()): each.period}
                ),
                Column("Rounds"): f"{each.rounds:,}",
                detail_column("Opener"): dollars(each.opener),
                detail_column("Fills"): dollars(each.fills),
                detail_column("Credits"): dollars(each.credits),
                detail_column("Closer"): dollars(each.closer),
                Column("Drop"): dollars(each.drop),
                Column("Win"): dollars(each.win),
                Column("Hold"): percent(each.hold, 1),
                Column("Theoretical"): dollars(each.theoretical),
            }
            for each in self.lines
        )

    def _boxes(self) -> Block:
        return grid(
            {
                text_column("Table"): each.table,
                text_column("Day"): each.day,
                Column("Cash put in"): dollars(each.cash),
                detail_column("Counted at first"): _or_blank(each.first_counted),
                Column("Counted"): _or_blank(each.counted),
                Column("Over or short"): ""
                if each.counted is None
                else dollars(each.counted - each.cash, sign=True),
            }
            for each in self.boxes
        )

    def to_dict(self) -> dict[str, object]:
        return {"by": str(self.by), "lines": to_builtins(self.lines), "boxes": to_builtins(self.boxes)}


def _or_blank(amount: Cents | None) -> str:
    return "" if amount is None else dollars(amount)


class _Total:
    def __init__(self) -> None:
        self.opener = self.closer = self.fills = self.credits = 0
        self.drop = self.redeemed = self.win = self.rounds = 0
        self.wagers: WagerCounts = {}

    def add(self, tray: Cents, lines: Iterable[BookLine]) -> Cents:
        """Add consecutive lines, given the tray before them; return the tray after them."""
        self.opener += tray
        for line in lines:
            self.opener += line.opener
            self.fills += line.fills
            self.credits += line.credits
            self.closer += line.closer
            self.drop += line.drop
            self.redeemed += line.redeemed
            self.win += line.win
            self.rounds += line.rounds
            tray += line.opener + line.fills + line.win - line.credits - line.closer
            for key, count in line.wagers.items():
                self.wagers[key] = self.wagers.get(key, 0) + count
        self.closer += tray
        return tray

    def line(self, table: str, period: str, settings: bytes) -> WinLine:
        costs = Fraction(0) if is_banked(settings) else theoretical_win(settings, self.wagers)
        return WinLine(
            table=table,
            period=period,
            opener=self.opener,
            fills=self.fills,
            credits=self.credits,
            closer=self.closer,
            drop=self.drop,
            redeemed=self.redeemed,
            win=self.win,
            hold=self.win / self.drop if self.drop else None,
            theoretical=round(costs),
            unpriced=unpriced(settings, self.wagers),
            wagered=wagered(self.wagers),
            rounds=self.rounds,
        )


def win_lines(book: TableBook, day_book: DayBook, by: Grouping) -> list[WinLine]:
    """Sum a table's book, with a line for each period that has any."""
    period = _periods(day_book, by)
    sums: dict[str, _Total] = {}
    tray = 0
    for name, lines in groupby(book.lines(), period):
        tray = sums.setdefault(name, _Total()).add(tray, lines)
    return [found.line(book.table, name, book.settings) for name, found in sums.items()]


def _periods(day_book: DayBook, by: Grouping) -> Callable[[BookLine], str]:
    match by:
        case Grouping.TABLE:
            return lambda _: ""
        case Grouping.DEALER:
            return lambda line: line.dealer
        case Grouping.DAY:
            return lambda line: day_book.hours(line.at).day(line.at)
        case Grouping.HOUR:
            return lambda line: day_book.hours(line.at).hour(line.at)
        case Grouping.SHIFT:
            return lambda line: f"{(hours := day_book.hours(line.at)).day(line.at)} {hours.shift(line.at)}"


def win_report(books: Books, tables: Iterable[str], by: Grouping) -> WinReport:
    day_book, names = books.pit(), [*tables]
    lines = [line for name in names for line in win_lines(books.of(name), day_book, by)]
    boxes = [
        box for (table, _), box in sorted(day_book.boxes.items()) if table in names and by is Grouping.DAY
    ]
    return WinReport(by=by, lines=tuple(lines), boxes=tuple(boxes))


def house_win_lines(books: Books, by: Grouping) -> list[WinLine]:
    found: dict[str, list[WinLine]] = {}
    for line in win_report(books, books.tables(), by).lines:
        found.setdefault(line.period, []).append(line)
    return [_together(period, lines) for period, lines in sorted(found.items())]


def _together(period: str, lines: list[WinLine]) -> WinLine:
    summed = {
        name: sum(getattr(line, name) for line in lines)
        for name in WinLine.__struct_fields__
        if name not in {"table", "period", "hold"}
    }
    hold = summed["win"] / summed["drop"] if summed["drop"] else None
    return WinLine(table="", period=period, hold=hold, **summed)
