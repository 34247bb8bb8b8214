"""The command line of `simulate`."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, Rulebook


def simulate(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1e9, 10_000.")],
    seats: Annotated[int, typer.Option(metavar="K", help="How many seats play.", min=1, max=99)] = 1,
    decks: Annotated[
        int | None, typer.Option(metavar="N", help="Deal with so many decks, allowed or not.", min=1, max=500)
    ] = None,
    house: Annotated[str | None, typer.Option(metavar="FILE", help="The house's choices.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Choose a reading; may be repeated.")
    ] = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="What players do on a tie: war, surrender or best.")
    ] = "war",
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="WAGER",
            help="Make this wager too: tie, war_tie, progressive or bonus_spin; may be repeated.",
        ),
    ] = None,
    bank: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The player/dealer's bank, where a player banks.")
    ] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Take the sample choices that come with the rulebook.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Deal the same rounds each time; drawn unless said.", min=0),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Start so many worker processes (Dask).", min=1, max=1024)
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Use a running Dask scheduler, such as tcp://host:8786."),
    ] = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Deal on a CUDA device.")] = False,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep how far it has come there, and go on from it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal real shoes, very fast, and estimate every figure with its standard error."""
    from casinowar.cli.simulate.extra import simulation_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with simulation_extra():
        from casinowar.cli.simulate import running  # noqa: PLC0415 - the same, and it needs the extra

    if sum(map(bool, (workers, cluster, gpu))) > 1:
        raise typer.BadParameter("only one of --workers, --cluster and --gpu", param_hint="--workers")
    wishes = running.Wishes(
        rulebook=rulebook,
        rounds=rounds,
        seats=seats,
        decks=decks,
        house=house,
        readings=tuple(reading or ()),
        strategy=strategy,
        wagers=tuple(with_ or ()),
        bank=bank,
        sample=sample,
        seed=seed,
        workers=workers,
        cluster=cluster,
        gpu=gpu,
        checkpoint=checkpoint,
    )
    running.simulate(wishes, as_json=as_json)
