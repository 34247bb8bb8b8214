"""The full path from the command line: side wagers, wars fought again, the player/dealer's bank."""

import time
from collections.abc import Mapping

from msgspec import Struct
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from casinowar.cli.output import console, print_json
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.hand import usual_wager
from casinowar.simulation.full_table import FullTable
from casinowar.simulation.full_tally import Figure, FullTally
from casinowar.simulation.plan import Strategy

WAGERS = (Wager.TIE, Wager.WAR_TIE, Wager.PROGRESSIVE, Wager.BONUS_SPIN)
_BANK_IN_WAGERS = 1_000


class Whole(Struct, frozen=True, kw_only=True):
    """A table with all that is wagered at it, and how long it is played."""

    rules: Rules
    seats: int
    strategy: Strategy
    wagers: tuple[Wager, ...]
    bank: Cents | None
    seed: int
    rounds: int

    def table(self) -> FullTable:
        """Compile the table: every seat makes the same wagers; where a player banks, the last seat does."""
        rules = self.rules
        unit = usual_wager(rules)
        amounts = {Wager.INITIAL: unit} | {wager: self._amount(wager, unit) for wager in self.wagers}
        most = rules.seats - 1 if rules.book.bank else rules.seats
        if not 1 <= self.seats <= most:
            raise InputError(f"At this table 1 to {most} seats can wager, not {self.seats}.")
        bank = (rules.seats, self.bank or _BANK_IN_WAGERS * unit) if rules.book.bank else (0, 0)
        hands: Mapping[int, Mapping[Wager, Cents]] = dict.fromkeys(range(1, self.seats + 1), amounts)
        return FullTable.of(rules, hands, strategy=self.strategy, bank=bank)

    def _amount(self, wager: Wager, unit: Cents) -> Cents:
        if wager in {Wager.TIE, Wager.WAR_TIE}:
            return unit
        sizes = self.rules.side_amounts(wager)
        if not sizes:
            raise InputError(f"The house does not offer a {wager} wager; give its house file with --house.")
        return sizes[0]


def simulate(whole: Whole, *, as_json: bool) -> None:
    """Play and print; the meters go on from block to block, as at the table."""
    table = whole.table()
    compiling = time.perf_counter()
    table.block(0, 0, shoes=1, rounds=1)
    compiling, began = time.perf_counter() - compiling, time.perf_counter()
    tally = _played(table, whole)
    seconds = time.perf_counter() - began
    (_print_document if as_json else _print_figures)(whole, tally, seconds, compiling)


def _played(table: FullTable, whole: Whole) -> FullTally:
    """Play the rounds block by block, or up to Ctrl-C."""
    tally, block = FullTally(), 0
    columns = (BarColumn(), TextColumn("{task.percentage:>5.1f} %"), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=whole.rounds)
            while tally.rounds < whole.rounds:
                meters = tally.meters if tally.shoes else None
                tally += table.block(whole.seed, block, rounds=whole.rounds - tally.rounds, meters=meters)
                block += 1
                bar.update(task, completed=tally.rounds)
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return tally


def _print_document(whole: Whole, tally: FullTally, seconds: float, compiling: float) -> None:
    seat_rounds = tally.rounds * whole.seats
    print_json(
        {
            "rulebook": whole.rules.book.name,
            "decks": whole.rules.decks,
            "seats": whole.seats,
            "strategy": whole.strategy,
            "rounds": tally.rounds,
            "seat_rounds": seat_rounds,
            "shoes": tally.shoes,
            "seed": whole.seed,
            "finished": tally.rounds == whole.rounds,
            "seconds": seconds,
            "compile_seconds": compiling,
            "seat_rounds_per_second": seat_rounds / seconds if seconds else 0.0,
            "wagers": {
                figure: {"house_edge": tally.edge(figure), "standard_error": tally.standard_error(figure)}
                for figure in Figure
                if tally.edge(figure) is not None
            },
            "meters_in_cents": tally.meters,
            "meter_wins": [{"meter": meter, "showed_in_cents": shown} for meter, shown in tally.hits],
        }
    )


def _print_figures(whole: Whole, tally: FullTally, seconds: float, compiling: float) -> None:
    out = console()
    out.print(Text(whole.rules.book.title, "bold"))
    seats = "one seat" if whole.seats == 1 else f"{whole.seats} seats"
    played = f"{tally.rounds:,} rounds"
    out.print(f"{whole.rules.decks} decks · {seats} · {whole.strategy} · {played} · seed {whole.seed}")
    out.print()
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(("Wager", "House edge", "Standard error")):
        grid.add_column(column, justify="right" if place else "left", no_wrap=True)
    for figure in Figure:
        edge, error = tally.edge(figure), tally.standard_error(figure)
        if edge is not None:
            said = f"{error * 100:.4f} %" if error is not None else ""
            grid.add_row(figure.replace("_", " "), f"{edge * 100:.4f} %".replace("-", "−"), said)
    out.print(grid)
    out.print()
    if tally.hits:
        out.print(f"Meters were won {len(tally.hits):,} times.", style="dim")
    speed = tally.rounds * whole.seats / seconds / 1e6 if seconds else 0.0
    out.print(
        f"{seconds:.2f} s, {speed:,.1f} million seat-rounds a second · {compiling:.2f} s to compile",
        style="dim",
    )
