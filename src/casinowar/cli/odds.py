"""The command `odds`: the PAR sheet of a rulebook in the terminal, as JSON, PDF or pictures.

Figures stay fractions until a report writes them for people.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

from rich.console import Console

from casinowar.cli import completion
from casinowar.cli.arguments import (
    AsForm,
    AsJson,
    House,
    Paper,
    Readings,
    Rulebook,
    Sample,
    bounds,
    check_paper_used,
    check_plot,
    form_of,
    option,
)
from casinowar.game.refusal import InputError
from casinowar.odds.options import OddsOptions
from casinowar.parsing import ODDS_BOUNDS, by_digits, whole_number
from casinowar.parsing import readings as read_readings
from casinowar.reports.pictures.files import SHEET_FIGURES

_USUAL = OddsOptions()


def odds(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    decks: Annotated[
        str | None,
        option(
            "N[,N…]", "Count with N decks, whether or not the rulebook allows it; with several, as one table."
        ),
    ] = None,
    house: House = None,
    sample: Sample = False,
    reading: Readings = None,
    wager: Annotated[str | None, option("DOLLARS", "The initial wager, where its size matters.")] = None,
    meter: Annotated[str | None, option("DOLLARS", "What the progressive meter shows.")] = None,
    seen: Annotated[
        str | None, option("CARDS", "Cards already seen from this shoe, such as 'AS TH 7D'.")
    ] = None,
    bankroll: Annotated[
        int | None,
        option(
            "UNITS",
            "What a player brings to a session.",
            **bounds(ODDS_BOUNDS["bankroll"]),
            show_default=str(_USUAL.bankroll),
        ),
    ] = None,
    session: Annotated[
        list[int] | None,
        option("ROUNDS", "A length of session; may be repeated.", **bounds(ODDS_BOUNDS["sessions"])),
    ] = None,
    rounds_per_hour: Annotated[
        int | None,
        option(
            "ROUNDS",
            "How many rounds an hour has.",
            **bounds(ODDS_BOUNDS["rounds_per_hour"]),
            show_default=str(_USUAL.rounds_per_hour),
        ),
    ] = None,
    counter: Annotated[
        bool,
        option(None, "Add what counting is worth through whole shoes; takes some seconds.", "--counter"),
    ] = False,
    readings: Annotated[
        bool, option(None, "Show what every reading does to the odds.", "--readings")
    ] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
    pdf: Annotated[str | None, option("FILE", "Typeset the sheet as a PDF.")] = None,
    paper: Paper = None,
    plot: Annotated[str | None, option("FILE", "Draw the pictures: .png, .svg or .pdf.")] = None,
    figure: Annotated[
        str | None,
        option(
            "NAME",
            f"Draw this picture alone: {', '.join(SHEET_FIGURES)}.",
            autocompletion=completion.among(SHEET_FIGURES),
        ),
    ] = None,
) -> None:
    """Work out the exact odds of every wager: the PAR sheet of a rulebook."""
    form = form_of(as_form, as_json=as_json)
    check_plot(plot, figure)
    check_paper_used(paper, pdf)
    numbers = None if decks is None else _numbers(decks)
    of_a_sheet: dict[str, object] = {
        "--wager": wager,
        "--meter": meter,
        "--seen": seen,
        "--bankroll": bankroll,
        "--session": session,
        "--rounds-per-hour": rounds_per_hour,
        "--counter": counter,
        "--pdf": pdf,
        "--plot": plot,
    }
    if numbers and len(numbers) > 1:
        _refuse({**of_a_sheet, "--readings": readings}, "several decks, which are one table of figures.")
    if readings:
        on_paper = {name: of_a_sheet.pop(name) for name in ("--pdf", "--plot")}
        _refuse(of_a_sheet, "--readings, whose figures are those of the house file.")
        _refuse(
            on_paper,
            "--readings, which is a table of its own; without it, a PDF has every reading that changes a "
            "figure, and --plot FILE --figure readings draws them.",
        )

    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.odds_by_decks import odds_by_decks  # noqa: PLC0415 - the same
    from casinowar.reports.par_sheet.sheet import odds as par_sheet  # noqa: PLC0415 - the same
    from casinowar.reports.pictures.files import (  # noqa: PLC0415 - the same
        check_figure,
        check_paper,
        check_pdf,
        check_picture,
    )
    from casinowar.reports.reading_effects import readings as every_reading  # noqa: PLC0415 - the same

    chosen = read_readings(reading or ())
    if numbers and len(numbers) > 1:
        with _working("figures by decks"):
            table = odds_by_decks(rulebook, numbers, house=house, sample=sample, readings=chosen)
        print_report(table, form)
        return
    one = numbers[0] if numbers else None
    if readings:
        with _working("every reading"):
            found = every_reading(rulebook, house=house, sample=sample, readings=chosen, decks=one)
        print_report(found, form)
        return
    if pdf:
        check_pdf(pdf)
        check_paper(paper or "letter")
    if plot:
        check_picture(plot)
        check_figure(figure, SHEET_FIGURES)
    given: dict[str, Any] = {
        "decks": one,
        "wager": wager,
        "meter": meter,
        "seen": seen,
        "bankroll": bankroll,
        "sessions": session,
        "rounds_per_hour": rounds_per_hour,
        "counter": counter,
    }
    with _working("the sheet"):
        sheet = par_sheet(
            rulebook,
            house=house,
            sample=sample,
            readings=chosen,
            **{name: value for name, value in given.items() if value},
        )
    if form or not (pdf or plot):
        more = f"Every reading: casinowar odds {rulebook} --readings · on paper: --pdf FILE, --plot FILE"
        print_report(sheet, form, more=more)
    if pdf:
        with _working("the pages") as working:
            sheet.to_pdf(pdf, working, paper=paper or "letter")
        sys.stderr.write(f"Wrote {pdf}.\n")
    if plot:
        with _working("the pictures") as working:
            sheet.plot(plot, working, figure=figure)
        sys.stderr.write(f"Wrote {plot}.\n")


def _refuse(options: Mapping[str, object], what: str) -> None:
    for name, said in options.items():
        if said:
            raise InputError(f"{name} does not go with {what}")


def _numbers(decks: str) -> list[int]:
    parts = (part.strip() for part in decks.split(","))
    return [whole_number("--decks", by_digits(part), *ODDS_BOUNDS["decks"]) for part in parts]


@contextmanager
def _working(what: str) -> Iterator[Callable[[str], None]]:
    """Show progress on standard error."""
    with Console(stderr=True).status(f"Working out: {what}") as status:
        yield lambda more: status.update(f"Working out: {more}")
