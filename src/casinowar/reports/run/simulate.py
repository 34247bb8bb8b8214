"""The front door to runs: load the rules, play the run, and put its figures beside the exact ones."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import best_giving_up
from casinowar.parsing import RUN_BOUNDS, a_function, shown, whole_number
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.rulebook_changes import based_on
from casinowar.reports.run import engine
from casinowar.reports.run.from_tally import run_of
from casinowar.reports.run.run import Run
from casinowar.rulebooks import RulebookFile, TomlText, load_rules, open_rulebook
from casinowar.rulebooks.spelling import known_as
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Dollars, Number, Share, read_request
from casinowar.simulation.run import Backend, run
from casinowar.simulation.scheduler import Progress
from casinowar.simulation.strategies import (
    SizingFunction,
    StrategyFunction,
    TieStrategy,
    always,
    gives_up_after,
)


def simulate(  # noqa: PLR0913 - each parameter is a choice, and all but two have a usual answer
    rulebook: str | TomlText,
    *,
    rounds: Number,
    seats: int = 1,
    decks: int | None = None,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
    strategy: str | StrategyFunction = "war",
    wager: Dollars | None = None,
    wagers: Iterable[str] = (),
    counter: Share | None = None,
    bank: Dollars | None = None,
    sessions: Number | None = None,
    bankroll: Dollars | None = None,
    win: Dollars | None = None,
    loss: Dollars | None = None,
    sizing: str | SizingFunction | None = None,
    share: Share | None = None,
    depths: int = 0,
    tables: int = 1,
    each_round: bool = False,
    seed: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    gpu: bool = False,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Deal real shoes, very fast, and estimate every figure with its standard error.

    The options of `casinowar simulate`, explained in docs/guides/simulation.md; `wagers` are those
    that are made beside the initial one (`--with`). With `each_round` every hand is kept, in the table
    `rounds`. Stopped with Ctrl-C, a run says what is known so far. A strategy that takes a third argument,
    the cards seen, and a sizing of your own are asked in play: such a run is the engine's, and slower.

    >>> run = simulate("maryland", rounds=100_000, seats=3, seed=1)
    >>> run.rounds, abs(run.house_edge - 0.0233) < 5 * run.standard_error
    (100000, True)
    """
    if workers is not None:
        workers = whole_number("workers", workers, *RUN_BOUNDS["workers"])
    a_function("progress", progress)
    for name, path in (("cluster", cluster), ("checkpoint", checkpoint)):
        if path is not None and not isinstance(path, str | PathLike):
            raise InputError(f"{name} is a text, not {shown(path)}.")
    source = open_rulebook(rulebook)
    rules = load_rules(source, chosen_house(rulebook, house, sample=sample), readings)
    request, own = read_request(
        rules,
        best_strategy,
        rounds=rounds,
        seats=seats,
        decks=decks,
        strategy=strategy,
        wager=wager,
        wagers=wagers,
        counter=counter,
        bank=bank,
        sessions=sessions,
        bankroll=bankroll,
        win=win,
        loss=loss,
        sizing=sizing,
        share=share,
        depths=depths,
        tables=tables,
        each_round=each_round,
        seed=seed,
        house="sample" if sample else house if isinstance(house, str) else None,
        based_on=based_on(source),
        readings=_as_read(source, rules, readings or {}),
    )
    if own:
        others = {"workers": workers, "cluster": cluster, "gpu": gpu, "checkpoint": checkpoint}
        engine.check(request, others=others)
        if not isinstance(rulebook, str):
            raise InputError("Functions of your own play by a rulebook that has a name or a file.")
        return run_of(rules, request, engine.play(rulebook, rules, request, own, progress))
    file = None if checkpoint is None else fspath(checkpoint)
    backend = Backend(workers=workers, cluster=cluster, gpu=gpu, checkpoint=file)
    return run_of(rules, request, run(rules, request, backend, progress))


def best_strategy(rules: Rules, decks: int | None, initial: Cents) -> TieStrategy:
    """Find the best strategy of a fresh shoe; if it gives up only after a war, it is a table of choices."""
    best = best_giving_up(rules, Shoe.fresh(rules, decks), initial)
    if not best.wars:
        return always(OnTie.WAR if best.wars is None else OnTie.SURRENDER, rules)
    return gives_up_after(best.wars, rules, best.strategy and str(best.strategy))


def _as_read(source: RulebookFile, rules: Rules, said: Mapping[str, str]) -> dict[str, str]:
    asked = {known_as(name, source.readings) for name in said}
    return {
        name: value
        for name, value in rules.book.readings.items()
        if name in asked or value != source.readings[name].default
    }
