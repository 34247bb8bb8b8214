"""The command line of `simulate`."""

from typing import Annotated, Any

import typer

from casinowar.cli.arguments import AsJson, House, Readings, Rulebook, Sample, option

_PLAYERS, _SESSIONS, _DEALING, _OUTPUT = "Players", "Sessions", "Who deals", "Results"


def _option(panel: str, metavar: str | None, text: str, *names: str, **also: Any) -> Any:  # noqa: ANN401 - Typer's own
    return option(metavar, text, *names, rich_help_panel=panel, **also)


def simulate(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    rounds: Annotated[str, option("N", "How many rounds: 1000000, 1e9, 10_000; in each session at most.")],
    seats: Annotated[int, option("K", "How many seats play.", min=1, max=99)] = 1,
    decks: Annotated[
        int | None, option("N", "Deal with so many decks, allowed or not.", min=1, max=500)
    ] = None,
    house: House = None,
    sample: Sample = False,
    readings: Readings = None,
    seed: Annotated[
        int | None,
        option("S", "Deal the same rounds each time; drawn unless said.", min=0),
    ] = None,
    strategy: Annotated[
        str,
        _option(
            _PLAYERS, "NAME", "What is done on a tie: war, surrender, best, FILE.toml or FILE.py:FUNCTION."
        ),
    ] = "war",
    wager: Annotated[
        str | None, _option(_PLAYERS, "DOLLARS", "The initial wager, where its size matters.")
    ] = None,
    wagers: Annotated[
        list[str] | None,
        _option(
            _PLAYERS,
            "WAGER",
            "Make this too: tie, war_tie, progressive, bonus_spin; may be repeated.",
            "--with",
        ),
    ] = None,
    counter: Annotated[
        str | None,
        _option(
            _PLAYERS,
            "SHARE",
            "Count cards, and make tie wagers only where they return more than this of themselves.",
        ),
    ] = None,
    bank: Annotated[
        str | None, _option(_PLAYERS, "DOLLARS", "The player/dealer's bank, where a player banks.")
    ] = None,
    sessions: Annotated[
        str | None, _option(_SESSIONS, "N", "Play so many sessions, of at most --rounds rounds each.")
    ] = None,
    bankroll: Annotated[str | None, _option(_SESSIONS, "DOLLARS", "What a player brings to each.")] = None,
    win: Annotated[str | None, _option(_SESSIONS, "DOLLARS", "Stop after winning so much.")] = None,
    loss: Annotated[str | None, _option(_SESSIONS, "DOLLARS", "Stop after losing so much.")] = None,
    sizing: Annotated[
        str | None,
        _option(_SESSIONS, "NAME", "How large wagers are: flat, share (of the bankroll) or doubled."),
    ] = None,
    share: Annotated[
        str | None, _option(_SESSIONS, "SHARE", "Which share of the bankroll is wagered; 1/20 unless said.")
    ] = None,
    workers: Annotated[
        int | None, _option(_DEALING, "N", "Start so many worker processes (Dask).", min=1, max=1024)
    ] = None,
    cluster: Annotated[
        str | None, _option(_DEALING, "ADDRESS", "Use a running Dask scheduler, such as tcp://host:8786.")
    ] = None,
    gpu: Annotated[bool, _option(_DEALING, None, "Deal on a CUDA device.", "--gpu")] = False,
    tables: Annotated[
        int,
        _option(
            _DEALING,
            "N",
            "Share the rounds among so many tables with meters of their own, which play side by side.",
            min=1,
            max=100_000,
        ),
    ] = 1,
    checkpoint: Annotated[
        str | None, _option(_DEALING, "FILE", "Keep how far it has come there, and go on from it.")
    ] = None,
    depths: Annotated[
        int, _option(_OUTPUT, "N", "Show results by depth, in so many parts of the shoe.", min=0, max=100)
    ] = 0,
    plot: Annotated[str | None, _option(_OUTPUT, "FILE", "Draw the results: .png, .svg or .pdf.")] = None,
    parquet: Annotated[str | None, _option(_OUTPUT, "FOLDER", "Write tables there as Parquet files.")] = None,
    arrow: Annotated[str | None, _option(_OUTPUT, "FOLDER", "Write tables there as Arrow files.")] = None,
    each_round: Annotated[
        bool,
        _option(_OUTPUT, None, "Keep every hand, as a table for --parquet or --arrow.", "--each-round"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Deal real shoes, very fast, and estimate every figure with its standard error."""
    asked = locals()
    from casinowar.extras import simulation_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with simulation_extra():
        from casinowar.cli.simulate.running import run  # noqa: PLC0415 - the same

    for name, value in asked.items():
        if isinstance(value, str) and not value.strip():
            raise typer.BadParameter("is empty", param_hint=f"--{name}")
    run(asked)
