"""The command line of `odds`."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, Rulebook


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
    from casinowar.cli.odds import making  # noqa: PLC0415 - loaded on use, so that --help is quick

    wishes = making.Wishes(
        rulebook=rulebook,
        decks=decks,
        house=house,
        sample=sample,
        readings=tuple(reading or ()),
        wager=wager,
        meter=meter,
        seen=seen,
        bankroll=bankroll,
        sessions=tuple(session or ()),
    )
    wanted = [name for name, said in (("--json", as_json), ("--pdf", pdf), ("--plot", plot)) if said]
    if len(wanted) > 1 or (readings and (pdf or plot)):
        raise typer.BadParameter("one kind of output at a time", param_hint=" ".join(wanted))
    if pdf:
        making.write_pdf(wishes, pdf)
    elif plot:
        making.write_pictures(wishes, plot)
    elif readings:
        making.print_readings(wishes, as_json=as_json)
    else:
        making.print_sheet(wishes, as_json=as_json)
