"""The command `odds`: the PAR sheet of a rulebook in the terminal, as JSON, as PDF and as pictures.

Figures stay fractions until a report writes them for people.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from casinowar.cli import completion
from casinowar.cli.arguments import (
    AsForm,
    AsJson,
    House,
    Readings,
    Rulebook,
    Sample,
    bounds,
    check_plot,
    form_of,
    option,
)
from casinowar.game.refusal import InputError
from casinowar.reports.pictures.files import SHEET_FIGURES
from casinowar.written import ODDS_BOUNDS, quoted
from casinowar.written import readings as read_readings

_LONGEST = 6
"""No number of decks has so many digits."""


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
        int, option("UNITS", "What a player brings to a session.", **bounds(ODDS_BOUNDS["bankroll"]))
    ] = 20,
    session: Annotated[
        list[int] | None,
        option("ROUNDS", "A length of session; may be repeated.", **bounds(ODDS_BOUNDS["sessions"])),
    ] = None,
    rounds_per_hour: Annotated[
        int, option("ROUNDS", "How many rounds an hour has.", **bounds(ODDS_BOUNDS["rounds_per_hour"]))
    ] = 60,
    readings: Annotated[
        bool, option(None, "Show what every reading does to the odds.", "--readings")
    ] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
    pdf: Annotated[str | None, option("FILE", "Typeset the sheet as a PDF.")] = None,
    paper: Annotated[str, option("letter|a4", "The paper of the PDF.")] = "letter",
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
    outputs = {"--json" if as_json else "--format": form, "--pdf": pdf, "--plot": plot}
    wanted = [name for name, said in outputs.items() if said]
    numbers = None if decks is None else _numbers(decks)
    if len(wanted) > 1 or (readings and (pdf or plot)):
        raise typer.BadParameter("one kind of output at a time.", param_hint=" ".join(wanted))
    of_one_sheet = {"--meter": meter, "--seen": seen, "--wager": wager}
    for name, said in of_one_sheet.items():
        if readings and said:
            raise InputError(
                f"{name} does not go with --readings, whose figures are those of the house file."
            )
    is_one_sheet = {
        **of_one_sheet,
        "--readings": readings,
        "--session": session,
        "--pdf": pdf,
        "--plot": plot,
    }
    for name, asked in is_one_sheet.items():
        if numbers and len(numbers) > 1 and asked:
            raise InputError(f"{name} does not go with several decks, which are one table of figures.")

    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.by_decks import by_decks  # noqa: PLC0415 - the same
    from casinowar.reports.pictures.files import (  # noqa: PLC0415 - the same
        check_figure,
        check_paper,
        check_pdf,
        check_picture,
    )
    from casinowar.reports.readings import readings as every_reading  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import SESSIONS  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import odds as par_sheet  # noqa: PLC0415 - the same

    chosen = read_readings(reading or ())
    if numbers and len(numbers) > 1:
        with _working("figures by decks"):
            table = by_decks(rulebook, numbers, house=house, sample=sample, readings=chosen)
        answer(table, form)
        return
    one = numbers[0] if numbers else None
    if readings:
        with _working("every reading"):
            found = every_reading(rulebook, house=house, sample=sample, readings=chosen, decks=one)
        answer(found, form)
        return
    check_paper(paper)
    if pdf:
        check_pdf(pdf)
    if plot:
        check_picture(plot)
        check_figure(figure, SHEET_FIGURES)
    with _working("the sheet") as working:
        sheet = par_sheet(
            rulebook,
            house=house,
            sample=sample,
            readings=chosen,
            decks=one,
            wager=wager or None,
            meter=meter or None,
            seen=seen or (),
            bankroll=bankroll,
            sessions=session or SESSIONS,
            rounds_per_hour=rounds_per_hour,
        )
        if pdf:
            sheet.to_pdf(pdf, working, paper=paper)
        if plot:
            sheet.plot(plot, working, figure=figure)
    if pdf or plot:
        sys.stderr.write(f"Wrote {pdf or plot}.\n")
    else:
        more = f"Every reading: casinowar odds {rulebook} --readings · on paper: --pdf FILE, --plot FILE"
        answer(sheet, form, more=more)


def _numbers(decks: str) -> list[int]:
    """Read one number of decks, or several."""
    least, most = ODDS_BOUNDS["decks"]
    parts = [part.strip() for part in decks.split(",")]
    numbers = [int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) < _LONGEST]
    if len(numbers) < len(parts) or not all(least <= number <= most for number in numbers):
        raise InputError(
            f"--decks is a whole number from {least} to {most}, or several as in 1,2,4,6,8, "
            f"not {quoted(decks)}."
        )
    return numbers


@contextmanager
def _working(what: str) -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being worked out."""
    with Console(stderr=True).status(f"Working out: {what}") as status:
        yield lambda more: status.update(f"Working out: {more}")
