"""The command `odds`: the PAR sheet of a rulebook in the terminal, as JSON, as PDF and as pictures.

Figures stay fractions until a report writes them for people.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from casinowar.cli.arguments import AsJson, Rulebook
from casinowar.cli.output import print_json
from casinowar.game.refusal import InputError
from casinowar.reports.blocks import Words
from casinowar.written import readings as read_readings


def odds(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Count with so many decks, allowed by the rulebook or not.", min=1, max=100
        ),
    ] = None,
    house: Annotated[str | None, typer.Option(metavar="FILE", help="The house's choices.")] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Take the sample choices that come with the rulebook.")
    ] = False,
    reading: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Choose a reading; may be repeated.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The initial wager, where its size matters.")
    ] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What the progressive meter shows.")
    ] = None,
    seen: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Cards already seen from this shoe, such as 'AS TH 7D'."),
    ] = None,
    bankroll: Annotated[
        int, typer.Option(metavar="UNITS", help="What a player brings to a session.", min=1, max=10_000)
    ] = 20,
    session: Annotated[
        list[int] | None,
        typer.Option(metavar="ROUNDS", help="A length of session; may be repeated.", min=1, max=5_000),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Show what every reading does to the odds.")
    ] = False,
    as_json: AsJson = False,
    pdf: Annotated[str | None, typer.Option(metavar="FILE", help="Typeset the sheet as a PDF.")] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the pictures: .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Work out the exact odds of every wager: the PAR sheet of a rulebook."""
    wanted = [name for name, said in (("--json", as_json), ("--pdf", pdf), ("--plot", plot)) if said]
    if len(wanted) > 1 or (readings and (pdf or plot)):
        raise typer.BadParameter("one kind of output at a time", param_hint=" ".join(wanted))
    for option, said in (("--meter", meter), ("--seen", seen), ("--wager", wager)):
        if readings and said:
            raise InputError(
                f"{option} does not go with --readings, whose figures are those of the house file."
            )

    from casinowar.cli.drawing import draw  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.pictures.files import check_pdf, check_picture  # noqa: PLC0415 - the same
    from casinowar.reports.readings import readings as every_reading  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import SESSIONS, Sheet  # noqa: PLC0415 - the same
    from casinowar.reports.sheet.sheet import odds as par_sheet  # noqa: PLC0415 - the same

    chosen = read_readings(reading or ())

    def work_out() -> Sheet:
        return par_sheet(
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

    if pdf or plot:
        if pdf:
            check_pdf(pdf)
        elif plot:
            check_picture(plot)
        with _working("the sheet") as working:
            if pdf:
                work_out().to_pdf(pdf, working)
            else:
                work_out().plot(plot, working)
        sys.stderr.write(f"Wrote {pdf or plot}.\n")
    elif readings:
        with _working("every reading"):
            found = every_reading(rulebook, house=house, sample=sample, readings=chosen, decks=decks)
        if as_json:
            print_json(found.to_dict())
        else:
            draw(found.report())
    elif as_json:
        print_json(work_out().to_dict())
    else:
        more = f"Every reading: casinowar odds {rulebook} --readings · on paper: --pdf FILE, --plot FILE"
        draw(replace(work_out().report(), foot=(Words(more, "quiet"),)))


@contextmanager
def _working(what: str) -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being worked out."""
    with Console(stderr=True).status(f"Working out: {what}") as status:
        yield lambda more: status.update(f"Working out: {more}")
