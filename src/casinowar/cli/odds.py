"""The command `odds`: the PAR sheet of a rulebook in the terminal, as JSON, as PDF and as pictures.

Figures stay fractions until a report writes them for people.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from casinowar.cli.arguments import AsJson, Decks, House, Readings, Rulebook, Sample, bounds, option
from casinowar.game.refusal import InputError
from casinowar.written import ODDS_BOUNDS
from casinowar.written import readings as read_readings


def odds(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    decks: Decks = None,
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
    readings: Annotated[
        bool, option(None, "Show what every reading does to the odds.", "--readings")
    ] = False,
    as_json: AsJson = False,
    pdf: Annotated[str | None, option("FILE", "Typeset the sheet as a PDF.")] = None,
    plot: Annotated[str | None, option("FILE", "Draw the pictures: .png, .svg or .pdf.")] = None,
) -> None:
    """Work out the exact odds of every wager: the PAR sheet of a rulebook."""
    wanted = [name for name, said in (("--json", as_json), ("--pdf", pdf), ("--plot", plot)) if said]
    if len(wanted) > 1 or (readings and (pdf or plot)):
        raise typer.BadParameter("one kind of output at a time", param_hint=" ".join(wanted))
    for name, said in (("--meter", meter), ("--seen", seen), ("--wager", wager)):
        if readings and said:
            raise InputError(
                f"{name} does not go with --readings, whose figures are those of the house file."
            )

    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.pictures.files import check_pdf, check_picture  # noqa: PLC0415 - the same
    from casinowar.reports.readings import readings as every_reading  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import SESSIONS  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import odds as par_sheet  # noqa: PLC0415 - the same

    chosen = read_readings(reading or ())
    if readings:
        with _working("every reading"):
            found = every_reading(rulebook, house=house, sample=sample, readings=chosen, decks=decks)
        answer(found, as_json=as_json)
        return
    if pdf:
        check_pdf(pdf)
    if plot:
        check_picture(plot)
    with _working("the sheet") as working:
        sheet = par_sheet(
            rulebook,
            house=house,
            sample=sample,
            readings=chosen,
            decks=decks,
            wager=wager or None,
            meter=meter or None,
            seen=seen or (),
            bankroll=bankroll,
            sessions=session or SESSIONS,
        )
        if pdf:
            sheet.to_pdf(pdf, working)
        if plot:
            sheet.plot(plot, working)
    if pdf or plot:
        sys.stderr.write(f"Wrote {pdf or plot}.\n")
    else:
        more = f"Every reading: casinowar odds {rulebook} --readings · on paper: --pdf FILE, --plot FILE"
        answer(sheet, as_json=as_json, more=more)


@contextmanager
def _working(what: str) -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being worked out."""
    with Console(stderr=True).status(f"Working out: {what}") as status:
        yield lambda more: status.update(f"Working out: {more}")
