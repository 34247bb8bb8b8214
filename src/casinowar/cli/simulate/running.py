"""From the options of the command line to a run, and from there to figures."""

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from casinowar.cli.simulate import report, whole_table
from casinowar.cli.simulate.extra import simulation_extra
from casinowar.cli.written import money, quoted, readings
from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import house_edge
from casinowar.rulebooks import load_rules, load_sample
from casinowar.simulation import cluster, cuda, runs
from casinowar.simulation.blocks import deal_rest
from casinowar.simulation.estimates import estimates
from casinowar.simulation.plan import Plan, Strategy, plan

MOST_ROUNDS = 10**15
BEST = "best"
_ROUNDS = re.compile(r"(\d{1,16})(?:[eE](\d{1,2}))?")
_SECONDS_BETWEEN_SAVES = 5.0


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    rulebook: str
    rounds: str
    seats: int
    decks: int | None
    house: str | None
    readings: tuple[str, ...]
    strategy: str
    wagers: tuple[str, ...]
    bank: str | None
    sample: bool
    seed: int | None
    workers: int | None
    cluster: str | None
    gpu: bool
    checkpoint: str | None

    def rules(self) -> Rules:
        """Put rulebook, house and readings together."""
        if self.house and self.sample:
            raise InputError("Choose between --house and --sample; the sample is a house file too.")
        house = load_sample(self.rulebook) if self.sample else self.house
        return load_rules(self.rulebook, house, readings(self.readings))

    def number_of_rounds(self) -> int:
        """Read how many rounds are wanted."""
        found = _ROUNDS.fullmatch(self.rounds.replace(",", "").replace("_", ""))
        number = int(found[1]) * 10 ** int(found[2] or 0) if found else 0
        if not 1 <= number <= MOST_ROUNDS:
            raise InputError(f"{quoted(self.rounds)} is not a number of rounds such as 1000000 or 1e9.")
        return number

    def plan(self, rules: Rules) -> Plan:
        """Compile the rules for the fast kernel."""
        return plan(rules, self.seats, decks=self.decks, strategy=self.chosen_strategy(rules))

    def chosen_strategy(self, rules: Rules) -> Strategy:
        """Find the strategy that is named; the best one is the one that the exact odds prefer."""
        known = {str(each): each for each in Strategy}
        if self.strategy == BEST:
            return self._best(rules)
        if self.strategy not in known:
            names = ", ".join((*known, BEST))
            raise InputError(f"There is no strategy {quoted(self.strategy)}; there are {names}.")
        return known[self.strategy]

    def _best(self, rules: Rules) -> Strategy:
        if rules.book.war and rules.book.war.again:
            raise InputError("Where wars are fought again, the best play is more than war or surrender.")
        shoe = Shoe.fresh(rules, self.decks)
        edges = {each: house_edge(rules, shoe, OddsStrategy(str(each))) for each in Strategy}
        return min(edges, key=lambda each: edges[each])

    def is_plain(self, rules: Rules) -> bool:
        """Tell whether the fast kernel can deal this table."""
        again = rules.book.war is not None and rules.book.war.again is not None
        return not (again or self.wagers or self.bank)

    def whole_table(self, rules: Rules, seed: int) -> whole_table.Whole:
        """Put together what the full kernel deals."""
        plain_only = {"--decks": self.decks, "--workers": self.workers, "--cluster": self.cluster}
        plain_only |= {"--gpu": self.gpu, "--checkpoint": self.checkpoint}
        for option, said in plain_only.items():
            if said:
                raise InputError(
                    f"{option} is for the plain table, without side wagers, banks and wars fought again."
                )
        if self.bank and not rules.book.bank:
            raise InputError("No player banks this game, so --bank has no meaning.")
        known = {str(wager): wager for wager in whole_table.WAGERS}
        for name in self.wagers:
            if name not in known:
                raise InputError(f"There is no wager {quoted(name)} to add; there are {', '.join(known)}.")
        return whole_table.Whole(
            rules=rules,
            seats=self.seats,
            strategy=self.chosen_strategy(rules),
            wagers=tuple(known[name] for name in self.wagers),
            bank=money(self.bank) if self.bank else None,
            seed=seed,
            rounds=self.number_of_rounds(),
        )


def simulate(wishes: Wishes, *, as_json: bool) -> None:
    """Run the simulation and print what it says; stopped with Ctrl-C, what is known so far."""
    rules = wishes.rules()
    wanted = wishes.number_of_rounds()
    seed = secrets.randbits(63) if wishes.seed is None else wishes.seed
    if not wishes.is_plain(rules):
        whole_table.simulate(wishes.whole_table(rules, seed), as_json=as_json)
        return
    table = wishes.plan(rules)
    start = runs.Checkpoint(plan=table, seed=seed, rounds=wanted)
    if wishes.checkpoint and Path(wishes.checkpoint).exists():
        start = runs.load(wishes.checkpoint, start)
    if wishes.gpu:
        cuda.check_device()
    compiling = time.perf_counter()
    deal_rest(table, 0, 0, 1)
    compiling = time.perf_counter() - compiling
    began = time.perf_counter()
    last = _played(wishes, start)
    done = report.Done(
        rules=rules,
        decks=rules.decks if wishes.decks is None else wishes.decks,
        checkpoint=last,
        before=start.tally.rounds,
        estimates=estimates(rules, table, last.tally),
        seconds=time.perf_counter() - began,
        compile_seconds=compiling,
    )
    (report.print_document if as_json else report.print_figures)(done)


def _played(wishes: Wishes, start: runs.Checkpoint) -> runs.Checkpoint:
    """Play to the end, or to Ctrl-C; the checkpoint file follows."""
    last = start
    if start.finished:
        return start
    try:
        with _bar(start) as advance, _dealing(wishes) as blocks:
            saved = time.monotonic()
            workers = os.cpu_count() or 1
            for last in runs.run(start, workers, progress=advance, blocks=blocks):
                if wishes.checkpoint and (last.finished or time.monotonic() - saved > _SECONDS_BETWEEN_SAVES):
                    runs.save(last, wishes.checkpoint)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        if wishes.checkpoint:
            runs.save(last, wishes.checkpoint)
        if not last.tally.rounds:
            raise
    return last


@contextmanager
def _dealing(wishes: Wishes) -> Iterator[runs.Blocks | None]:
    """Find who deals the blocks: threads of this process unless something else is asked for."""
    if wishes.gpu:
        yield cuda.on_device
    elif wishes.workers:
        with simulation_extra(), cluster.local_workers(wishes.workers) as client:
            yield partial(cluster.on_cluster, client)
    elif wishes.cluster:
        with simulation_extra(), cluster.running_cluster(wishes.cluster) as client:
            yield partial(cluster.on_cluster, client)
    else:
        yield None


@contextmanager
def _bar(start: runs.Checkpoint) -> Iterator[runs.Progress]:
    """Show on standard error how far the run has come, how fast, and how long it will take."""
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f} %"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    began = time.perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=start.rounds, completed=start.tally.rounds, speed="")

        def advance(rounds: int) -> None:
            elapsed = max(1e-9, time.perf_counter() - began)
            speed = (rounds - start.tally.rounds) * start.plan.seats / elapsed
            bar.update(task, completed=rounds, speed=f"{speed / 1e6:,.0f} million seat-rounds a second")

        yield advance
