"""The PAR sheet of a rulebook: exact figures, and every way to show them."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casinowar.extras import sheets_extra
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.refusal import InputError
from casinowar.odds.options import OddsOptions
from casinowar.odds.reading_effects import ReadingEffect
from casinowar.odds.sheet import ParSheet, par_sheet
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.blocks import Report
from casinowar.reports.exportable import Exportable, plain
from casinowar.reports.house_choices import chosen_house, house_text
from casinowar.reports.names import edge
from casinowar.reports.numbers import counted, percent
from casinowar.reports.par_sheet.json_document import document
from casinowar.reports.par_sheet.report import report
from casinowar.reports.pictures.files import (
    SHEET_FIGURES,
    check_figure,
    check_paper,
    check_pdf,
    check_picture,
)
from casinowar.reports.reading_effects import ReadingEffects
from casinowar.reports.reading_effects import readings as effects_of_readings
from casinowar.reports.rulebook_changes import based_on
from casinowar.rulebooks import RulebookFile, TomlText, load_rules, open_rulebook
from casinowar.rulebooks.diff import base_of, changes, overridden

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Money = int | str | Decimal
"""Dollars: ``10``, ``"12.50"`` or a Decimal."""
_USUAL = OddsOptions()
Progress = Callable[[str], None]
"""Receives the title of each step; a few pictures take a second or more."""


class Sheet(Exportable, frozen=True, kw_only=True):
    """The exact odds of one rulebook under one house."""

    rulebook: str | TomlText
    source: RulebookFile
    house: House | str | None
    """The house as given: a value, or the path of its file."""
    house_text: str | None
    chosen: dict[str, str]
    """Readings chosen in addition to the house's."""
    asked: OddsOptions
    odds: ParSheet
    """Every figure."""

    def __repr__(self) -> str:
        edges = f"{edge(self.rules)} {percent(self.odds.usual.house_edge)}"
        return f"<Sheet: {self.rules.book.name}, {counted(self.odds.decks, 'deck')}, {edges}>"

    @property
    def rules(self) -> Rules:
        return self.odds.rules

    @property
    def initial(self) -> WagerOdds:
        """Odds of the initial wager, with war on every tie if there is a choice."""
        return self.odds.initial[0]

    @property
    def strategies(self) -> tuple[WagerOdds, ...]:
        return self.odds.initial

    @property
    def tie(self) -> WagerOdds | None:
        """Odds of the tie wager; None if there is none."""
        return self.odds.tie

    def readings(self) -> ReadingEffects:
        """Compute what every reading changes, which takes seconds."""
        return effects_of_readings(
            self.rulebook, house=self.house, readings=self.chosen, decks=self.asked.decks
        )

    def report(self) -> Report:
        """Build the report without the effects of readings, which only the PDF has."""
        return self._report(())

    def to_dict(self) -> dict[str, Any]:
        return plain(
            {
                **document(self.odds),
                "overridden_readings": self._overridden,
                "based_on": based_on(self.source),
            }
        )

    def to_pdf(self, path: str | Path, progress: Progress | None = None, *, paper: str = "letter") -> None:
        """Typeset the sheet with its pictures, on US Letter or A4; the same input makes the same bytes."""
        check_pdf(path)
        on = check_paper(paper)
        with sheets_extra():
            from casinowar.reports.par_sheet import pdf, pictures  # noqa: PLC0415 - needs the extra
        effects = self.readings().effects
        pdf.write(self._report(effects), pictures.pictures(self.odds, effects), path, progress, on)

    def plot(
        self, path: str | Path | None = None, progress: Progress | None = None, *, figure: str | None = None
    ) -> "Figure | None":
        """Draw every picture, or one by name, into a file, or as a figure if there is no path."""
        check_figure(figure, SHEET_FIGURES)
        if path is not None:
            check_picture(path)
        with sheets_extra():
            from casinowar.reports.par_sheet import pictures  # noqa: PLC0415 - needs the extra
        page = pictures.page(self.odds, ())
        # The effects of readings take longest, so compute them only for their own pictures.
        if figure not in {each.name for each in page.pictures}:
            page = pictures.page(self.odds, self.readings().effects)
        page = page.only(figure)
        if path is None:
            return page.figure(progress)
        page.write(path, progress)
        return None

    def _report(self, effects: tuple[ReadingEffect, ...]) -> Report:
        texts = {"rulebook": self.source.text}
        if self.house_text is not None:
            texts["house file"] = self.house_text
        base = base_of(self.source)
        return report(
            self.odds,
            self.source.readings,
            texts,
            effects,
            self._overridden,
            base=based_on(self.source),
            changed=changes(base, self.source) if base else (),
        )

    @property
    def _overridden(self) -> dict[str, tuple[str, ...]]:
        """The values that the rulebook sets itself instead of a reading."""
        return overridden(self.source, self.rules.book.readings)


def odds(  # noqa: PLR0913 - each parameter is something that a sheet can be asked for
    rulebook: str | TomlText,
    *,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
    decks: int | None = None,
    wager: Money | None = None,
    meter: Money | None = None,
    seen: Iterable[Card] | str = (),
    bankroll: int = _USUAL.bankroll,
    sessions: Iterable[int] = _USUAL.sessions,
    rounds_per_hour: int = _USUAL.rounds_per_hour,
    counter: bool = False,
) -> Sheet:
    """Compute the exact odds of every wager: the PAR sheet of a rulebook.

    With a counter, what counting is worth through whole shoes is added, which takes some seconds.

    >>> sheet = odds("washington")
    >>> sheet
    <Sheet: washington, 6 decks, house edge 2.3301%>
    >>> sheet.initial.house_edge
    Fraction(23138, 993023)
    """
    source, chosen = open_rulebook(rulebook), chosen_house(rulebook, house, sample=sample)
    if meter is not None and source.book().progressive is None:
        raise InputError("The rulebook has no progressive wager, so a meter has no meaning.")
    asked = OddsOptions.read(
        decks=decks,
        wager=wager,
        meter=meter,
        seen=seen,
        bankroll=bankroll,
        sessions=sessions,
        rounds_per_hour=rounds_per_hour,
        counter=counter,
    )
    worked_out = par_sheet(load_rules(rulebook, chosen, readings), asked)
    return Sheet(
        rulebook=rulebook,
        source=source,
        house=chosen,
        house_text=house_text(rulebook, house, sample=sample),
        chosen={**(readings or {})},
        asked=asked,
        odds=worked_out,
    )
