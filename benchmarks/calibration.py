"""Calibration of standard errors: many seeds of short and long runs, compared with the exact figures.

``python -m benchmarks.calibration --seeds 2000 --file calibration.json`` resumes from the file, and takes
about 20 minutes of one processor. It compares each figure without a warning with the exact one. A normal
distribution has 4.55% beyond two standard errors and 0.27% beyond three. The table at the end is the one in
docs/guides/simulation.md.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import wraps
from math import erfc, sqrt
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import msgspec

from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds import wagers as wager_odds
from casinowar.odds.cover_card import long_run
from casinowar.odds.hand import Strategy
from casinowar.odds.shoe import Shoe
from casinowar.reports.run import from_tally
from casinowar.reports.run.rarity import net_chances
from casinowar.reports.run.run import Run
from casinowar.reports.run.simulate import best_strategy
from casinowar.rulebooks import load_rules, load_sample
from casinowar.simulation.full.sessions import SessionTally
from casinowar.simulation.kernels import compile_table
from casinowar.simulation.request import Request, read_request
from casinowar.simulation.run import Backend, play

SEEDS: Final = 2_000
APART: Final = 1_000_000
"""Distance between the seeds of two setups, so that no chance event shows up in several."""
EVERY: Final = 20
"""Seeds between writes of the file."""
BEYOND: Final = (2, 3)
_PERCENTILE: Final = "percentile "
SETUPS: Final[Mapping[str, Mapping[str, Any]]] = {
    "fast, 30 rounds": {"rounds": 30},
    "fast, 200 rounds": {"rounds": 200},
    "fast, 15,000 rounds, 7 seats": {"rounds": 15_000, "seats": 7},
    "fast, 20,000 rounds, 1 deck": {"rounds": 20_000, "decks": 1},
    "fast, 900,000 rounds, surrender": {"rounds": 900_000, "strategy": "surrender"},
    "fast, 1,000,000 rounds": {"rounds": 1_000_000},
    "fast, 1,000,000 rounds, 7 seats": {"rounds": 1_000_000, "seats": 7},
    "full, 30 rounds, 2 depths": {"rounds": 30, "depths": 2},
    "full, 50,000 rounds, 4 depths": {"rounds": 50_000, "depths": 4},
    "full, 450,000 rounds, surrender": {"rounds": 450_000, "depths": 1, "strategy": "surrender"},
    "full, 900,000 rounds, surrender": {"rounds": 900_000, "depths": 1, "strategy": "surrender"},
    "full, 100,000 rounds, 7 seats, every wager": {
        "rounds": 100_000,
        "seats": 7,
        "sample": True,
        "wagers": ("tie", "war_tie", "progressive", "bonus_spin"),
    },
    "100 sessions of 10 rounds": {"rounds": 10, "sessions": 100, "bankroll": 50},
    "400 sessions of 10 rounds, 7 seats": {"rounds": 10, "sessions": 400, "seats": 7, "bankroll": 50},
    "5,600 sessions of 50 rounds, 7 seats": {"rounds": 50, "sessions": 5_600, "seats": 7, "bankroll": 100},
    "2,000 sessions until $100 is won": {"rounds": 200, "sessions": 2_000, "bankroll": 200, "win": 100},
}


class Counted(msgspec.Struct):
    """How often a figure came without a warning, and how far it was from the exact one."""

    told: int = 0
    total: float = 0.0
    """Sum of all scores."""
    scored: int = 0
    """Number of figures with a score, not only an interval."""
    beyond: list[int] = msgspec.field(default_factory=lambda: [0] * len(BEYOND))

    def score(self, score: float | None) -> None:
        """Count a figure by its distance from the exact one in standard errors."""
        if score is not None:
            self.told, self.scored, self.total = self.told + 1, self.scored + 1, self.total + score
            self.missed([abs(score) > errors for errors in BEYOND])

    def interval(self, missed: list[bool]) -> None:
        """Count an interval by whether the exact figure lies outside."""
        self.told += 1
        self.missed(missed)

    def missed(self, missed: list[bool]) -> None:
        self.beyond = [before + each for before, each in zip(self.beyond, missed, strict=True)]


class Calibration(msgspec.Struct):
    """The counts of a setup."""

    seeds: int = 0
    figures: dict[str, Counted] = msgspec.field(default_factory=dict)

    def of(self, figure: str) -> Counted:
        return self.figures.setdefault(figure, Counted())


def main() -> int:
    """Run every setup, or those whose names contain a word, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=SEEDS)
    asked.add_argument("--file", type=Path)
    asked.add_argument("--only", default="")
    said = asked.parse_args()
    known: dict[str, Calibration] = {}
    if said.file and said.file.exists():
        known = msgspec.json.decode(said.file.read_bytes(), type=dict[str, Calibration])
    for place, name in enumerate(SETUPS, 1):
        if said.only not in name:
            continue
        before = known.setdefault(name, Calibration())
        for state in calibrated(SETUPS[name], said.seeds, before, place * APART):
            known[name] = state
            if said.file:
                made = said.file.with_suffix(".new")
                made.write_bytes(msgspec.json.encode(known))
                made.replace(said.file)
        print(*lines(name, known[name]), sep="\n", flush=True)
    print("", *summary(known), sep="\n")
    return 0


def lines(name: str, found: Calibration) -> Iterator[str]:
    """Write the lines of a setup: shares beyond two and three errors beside the normal distribution's."""
    normal = " ".join(f"{100 * erfc(errors / sqrt(2)):7.2f}%" for errors in BEYOND)
    yield f"\n{name}, {found.seeds:,} seeds{'told':>{62 - len(name)}}  mean z      > 2       > 3"
    yield f"{'(normal)':>76} {'0.00':>7} {normal}"
    for figure, counted in found.figures.items():
        if not counted.told:
            yield f"  {figure:<66} rough"
            continue
        mean = f"{counted.total / counted.scored:+.2f}" if counted.scored else ""
        shares = " ".join(f"{100 * each / counted.told:7.2f}%" for each in counted.beyond)
        yield f"  {figure:<66} {counted.told:>7,} {mean:>7} {shares}"


def summary(known: Mapping[str, Calibration]) -> Iterator[str]:
    """Write a row for each setup, all figures together, and rows for all setups.

    Intervals of percentiles have their own row: results come in whole wagers, so they hold more than 95%.
    """
    yield "| set-up | seeds | figures | told without a mark | beyond two errors | beyond three |"
    yield "|---|---:|---:|---:|---:|---:|"
    scores: list[Counted] = []
    intervals: list[Counted] = []
    for name, state in known.items():
        here = [counted for figure, counted in state.figures.items() if not figure.startswith(_PERCENTILE)]
        yield _row(name, f"{state.seeds:,}", here)
        scores += here
        intervals += [counted for figure, counted in state.figures.items() if figure.startswith(_PERCENTILE)]
    yield _row("all of these", "", scores)
    yield _row("intervals of percentiles, all set-ups", "", intervals)
    normal = " | ".join(f"{100 * erfc(errors / sqrt(2)):.2f}%" for errors in BEYOND)
    yield f"| normal distribution | | | | {normal} |"


def _row(name: str, seeds: str, figures: list[Counted]) -> str:
    clear, told = sum(each.told > 0 for each in figures), sum(each.told for each in figures)
    beyond = [sum(each.beyond[place] for each in figures) for place in range(len(BEYOND))]
    shares = " | ".join(f"{100 * each / told:.2f}%" if told else "" for each in beyond)
    return f"| {name} | {seeds} | {clear} of {len(figures)} | {told:,} | {shares} |"


def calibrated(setup: Mapping[str, Any], seeds: int, state: Calibration, first: int) -> Iterator[Calibration]:
    """Run a setup with seed after seed; exact figures are worked out once."""
    if state.seeds >= seeds:
        return
    with ExitStack() as patches:
        for module, names in _EXACT.items():
            for name in names:
                patches.enter_context(patch.object(module, name, _remembered(getattr(module, name))))
        rules, request = _asked(setup)
        truth = _truth(rules, request)
        table = compile_table(rules, request)
        while state.seeds < seeds:
            asked = msgspec.structs.replace(request, seed=first + state.seeds)
            played = play(table, asked, Backend())
            tally = played.last.played
            _count(from_tally.run_of(rules, asked, played), tally, truth, state)
            state.seeds += 1
            if state.seeds % EVERY == 0 or state.seeds == seeds:
                yield state


_EXACT: Final = {
    from_tally: ("exact", "_cover_card", "wagers_per_event", "net_chances", "exact_session"),
}


def _remembered(find: Callable[..., Any]) -> Callable[..., Any]:
    """Cache exact figures, which do not depend on the seed."""
    known: dict[str, Any] = {}

    @wraps(find)
    def found(rules: Rules, request: Request, *more: object, **named: object) -> object:
        key = repr((msgspec.structs.replace(request, seed=None), more, named))
        if key not in known:
            known[key] = find(rules, request, *more, **named)
        return known[key]

    return found


def _asked(setup: Mapping[str, Any]) -> tuple[Rules, Request]:
    """Read the options of a setup as `simulate` does."""
    options = dict(setup)
    rules = load_rules("maryland", load_sample("maryland") if options.pop("sample", False) else None)
    request, _ = read_request(rules, best_strategy, **options)
    return rules, request


def _truth(rules: Rules, request: Request) -> dict[str, float]:
    """Find further exact figures: outcomes, the bank's win and hold, the rounds of a shoe."""
    found = {f"outcome {net}": chance for net, chance in net_chances(rules, request).items()}
    if request.wagers.keys() == {Wager.INITIAL} and request.seats == 1 and request.strategy.odds:
        strategy = Strategy(request.strategy.odds)
        odds = wager_odds.initial(rules, Shoe.fresh(rules, request.decks), strategy, request.unit)
        long = long_run(rules, strategy, decks=request.decks, wager=request.unit)
        found |= {"rounds to a shoe": float(long.rounds), "bank's win": float(long.initial)}
        found["bank's hold"] = float(long.initial / odds.wagered)
    return found


def _count(run: Run, tally: object, truth: Mapping[str, float], state: Calibration) -> None:
    """Compare every figure without a warning with the exact one."""
    for edge in run.wagers.values():
        state.of(edge.wager).score(edge.z_score)
    for depth in run.depths:
        for edge in depth.wagers.values():
            state.of(f"{edge.wager} by depth").score(edge.z_score)
    for share in run.outcomes:
        _score(state, f"outcome {share.net}", share.probability, share.standard_error, share.rough, truth)
    if bank := run.operator:
        _score(state, "bank's win", bank.win, bank.standard_error, bank.rough, truth)
        _score(state, "bank's hold", bank.hold, bank.hold_error, bank.rough, truth)
    if run.rounds_in_a_shoe:
        error, rough = run.rounds_in_a_shoe_error, run.rounds_in_a_shoe_rough
        _score(state, "rounds to a shoe", run.rounds_in_a_shoe, error, rough, truth)
    if (found := run.sessions) and isinstance(tally, SessionTally) and found.exact:
        state.of("average").score(found.z_score)
        state.of("ruined").score(found.ruin_z_score)
        for hundredths, exact in found.exact.percentiles.items():
            counted = state.of(f"{_PERCENTILE}{hundredths}")
            if found.percentile_intervals.get(hundredths):
                ends = [tally.within(hundredths, errors) or (0, 0) for errors in BEYOND]
                counted.interval([not low <= exact <= high for low, high in ends])


def _score(
    state: Calibration,
    name: str,
    value: float,
    error: float | None,
    rough: bool,  # noqa: FBT001 - a field
    truth: Mapping[str, float],
) -> None:
    if name in truth:
        state.of(name).score(None if rough or not error else (value - truth[name]) / error)


if __name__ == "__main__":
    sys.exit(main())
