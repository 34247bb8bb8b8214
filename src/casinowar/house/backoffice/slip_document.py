"""A slip on paper: chips by denomination, who asked and who agreed, and lines to sign."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from casinowar.extras import sheets_extra
from casinowar.files.writing import write
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.house.backoffice.books import Books
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.pit import Slip, SlipKind
from casinowar.reports.blocks import (
    Cell,
    Column,
    Fact,
    Paragraph,
    Report,
    StyledText,
    Verbatim,
    grid,
    section,
)
from casinowar.reports.exportable import Exportable
from casinowar.reports.numbers import dollars
from casinowar.reports.pictures.files import check_paper, check_pdf
from casinowar.reports.translation import translated
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language
from casinowar.version import made_with

_SIGN: Final = {
    SlipKind.OPENER: ("Floorperson", "Dealer"),
    SlipKind.FILL: ("Floorperson", "Cage", "Runner", "Dealer"),
    SlipKind.CREDIT: ("Floorperson", "Cage", "Runner", "Dealer"),
    SlipKind.CLOSER: ("Floorperson", "Dealer"),
}


_HOW_TO_SIGN: Final = Phrase("House.how_to_sign", "name, signature, time")


class SlipDocument(Exportable, frozen=True, kw_only=True):
    """A slip to print and sign."""

    slip: Slip
    zone: int = 0
    """The offset of the house's clock from UTC, in minutes."""

    def report(self) -> Report:
        slip = self.slip
        rows: list[dict[Column, Cell]] = [
            {
                Column("Chip"): dollars(worth),
                Column("How many"): f"{count:,}",
                Column("Amount"): dollars(worth * count),
            }
            for worth, count in slip.chips.items()
        ]
        rows.append(
            {Column("Chip"): "Total", Column("Amount"): StyledText(str(dollars(slip.amount)), "strong")}
        )
        facts = (
            Fact("Table", Verbatim(slip.table)),
            Fact("Number", Verbatim(slip.number)),
            Fact("Asked for", self._signed(slip.asked_by, slip.asked_at)),
            *((Fact("Agreed", self._signed(slip.agreed_by, slip.agreed_at)),) if slip.agreed_by else ()),
            Fact("Stage", str(slip.stage)),
        )
        return Report(
            name=slip.number,
            title=f"{str(slip.kind).capitalize()} {slip.number}",
            facts=facts,
            about=(Paragraph(Verbatim(slip.note), "warning"),) if slip.note else (),
            sections=(section("Chips", grid(rows, lines_before=(len(rows) - 1,))),),
            signed=_SIGN[slip.kind],
            made_with=made_with(),
        )

    def to_pdf(self, path: str | Path, *, paper: str = "letter") -> None:
        """Typeset the slip on US Letter or A4; the same slip makes the same bytes."""
        check_pdf(path)
        write(path, self.pdf(paper))

    def pdf(self, paper: str = "letter", language: Language = Language.ENGLISH) -> bytes:
        on = check_paper(paper)
        with sheets_extra():
            from casinowar.reports.typesetting import typeset  # noqa: PLC0415 - needs the extra
        sign = refusal_told(_HOW_TO_SIGN, language, whole=False)[0]
        return typeset(
            "slip.typ", {"contents": translated(self.report(), language), "paper": on, "sign": sign}
        )

    def to_dict(self) -> dict[str, Any]:
        fields: dict[str, Any] = to_builtins(self.slip, str_keys=True)
        return {**fields, "zone": str(self._clock)}

    @property
    def _clock(self) -> timezone:
        return timezone(timedelta(minutes=self.zone))

    def _signed(self, who: str, at: int) -> Verbatim:
        return Verbatim(f"{who}, {datetime.fromtimestamp(at / 1000, self._clock):%Y-%m-%d %H:%M:%S %Z}")


def slip_document(books: Books, table: str, number: str) -> SlipDocument:
    books.of(table)
    found = books.pit().slips.get((table, number))
    if found is None:
        raise InputError(f"There is no slip {number} of {table}; they are numbered like 2026-11-16-3.")
    hours: Hours = books.pit().hours(found.asked_at)
    return SlipDocument(slip=found, zone=hours.zone)
