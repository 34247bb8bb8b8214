"""Options of `simulate`."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import typer

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
)
from casinowar.parsing import RUN_BOUNDS
from casinowar.reports.pictures.files import RUN_FIGURES

_PANELS: Final = tomllib.loads(Path(__file__).with_name("options.toml").read_text(encoding="utf-8"))
"""Descriptions of the options, by panel."""


def _option(name: str) -> Any:  # noqa: ANN401 - Typer's own
    [(panel, said)] = ((panel, options[name]) for panel, options in _PANELS.items() if name in options)
    flags = [said[key] for key in said if key == "flag"]
    details = {key: value for key, value in said.items() if key not in {"flag", "words"}}
    if words := RUN_FIGURES if name == "figure" else said.get("words"):
        details["help"] = details["help"].format(words=", ".join(words))
        details["autocompletion"] = completion.among(words)
    if name in RUN_BOUNDS:
        details |= bounds(RUN_BOUNDS[name])
    return typer.Option(*flags, rich_help_panel=panel, **details)


def simulate(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Rulebook,
    rounds: Annotated[str, _option("rounds")],
    seats: Annotated[int, _option("seats")] = 1,
    decks: Annotated[int | None, _option("decks")] = None,
    house: House = None,
    sample: Sample = False,
    readings: Readings = None,
    seed: Annotated[int | None, _option("seed")] = None,
    strategy: Annotated[str, _option("strategy")] = "war",
    wager: Annotated[str | None, _option("wager")] = None,
    wagers: Annotated[list[str] | None, _option("wagers")] = None,
    counter: Annotated[str | None, _option("counter")] = None,
    bank: Annotated[str | None, _option("bank")] = None,
    sessions: Annotated[str | None, _option("sessions")] = None,
    bankroll: Annotated[str | None, _option("bankroll")] = None,
    win: Annotated[str | None, _option("win")] = None,
    loss: Annotated[str | None, _option("loss")] = None,
    sizing: Annotated[str | None, _option("sizing")] = None,
    share: Annotated[str | None, _option("share")] = None,
    workers: Annotated[int | None, _option("workers")] = None,
    cluster: Annotated[str | None, _option("cluster")] = None,
    gpu: Annotated[bool, _option("gpu")] = False,
    tables: Annotated[int, _option("tables")] = 1,
    checkpoint: Annotated[str | None, _option("checkpoint")] = None,
    depths: Annotated[int, _option("depths")] = 0,
    plot: Annotated[str | None, _option("plot")] = None,
    figure: Annotated[str | None, _option("figure")] = None,
    parquet: Annotated[str | None, _option("parquet")] = None,
    arrow: Annotated[str | None, _option("arrow")] = None,
    each_round: Annotated[bool, _option("each_round")] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Deal real shoes, very fast, and estimate every figure with its standard error."""
    check_plot(plot, figure)
    asked = {**locals(), "form": form_of(as_form, as_json=as_json)}
    from casinowar.extras import simulation_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with simulation_extra():
        from casinowar.cli.simulate.run import run  # noqa: PLC0415 - the same

    for name, value in asked.items():
        if isinstance(value, str) and not value.strip():
            raise typer.BadParameter("is empty", param_hint=f"--{name}")
    run(asked)
