"""What a simulation says: figures with standard errors, beside the exact ones."""

from fractions import Fraction

from msgspec import Struct
from rich import box
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console, print_json
from casinowar.game.rules import Rules
from casinowar.odds import wagers
from casinowar.odds.cover_card import long_run
from casinowar.odds.hand import CannotBeHonoured
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.shoe import Shoe
from casinowar.simulation.estimates import Estimate, Estimates
from casinowar.simulation.plan import Strategy
from casinowar.simulation.runs import Checkpoint

LARGEST_SHOE = 1_000
"""Up to so many cards the exact long run is worked out to compare with."""


class Done(Struct, frozen=True, kw_only=True):
    """A run that is over, or was stopped."""

    rules: Rules
    decks: int
    checkpoint: Checkpoint
    before: int
    """How many rounds were played before this time."""
    estimates: Estimates
    seconds: float
    compile_seconds: float

    @property
    def seat_rounds(self) -> int:
        """Count the seats' rounds, all times together."""
        return self.checkpoint.tally.rounds * self.checkpoint.plan.seats

    @property
    def speed(self) -> float:
        """Tell how many seat-rounds were played in a second, this time."""
        now = self.seat_rounds - self.before * self.checkpoint.plan.seats
        return now / self.seconds if self.seconds else 0.0


class Exact(Struct, frozen=True):
    """The exact figures to compare with, and which they are."""

    what: str
    figures: dict[str, Fraction]


def exact(done: Done) -> Exact:
    """Find the exact figures: of the long run for one seat, of a fresh shoe for several."""
    rules, plan = done.rules, done.checkpoint.plan
    strategy = OddsStrategy.WAR if plan.strategy is Strategy.WAR else OddsStrategy.SURRENDER
    shoe = Shoe.fresh(rules, done.decks)
    try:
        if plan.seats == 1 and shoe.size <= LARGEST_SHOE:
            long = long_run(rules, strategy, decks=done.decks)
            found = {"initial": long.initial, "tie": long.tie, "war_tie": long.war_tie}
            return Exact("long run", {name: value for name, value in found.items() if value is not None})
        tie, rungs = wagers.tie(rules, shoe), wagers.war_tie(rules, shoe)
        found = {
            "initial": wagers.initial(rules, shoe, strategy).house_edge,
            "tie": tie.house_edge if tie else None,
            "war_tie": rungs[0].house_edge if rungs else None,
        }
        return Exact("fresh shoe", {name: value for name, value in found.items() if value is not None})
    except CannotBeHonoured:
        return Exact("", {})


def _figures(done: Done) -> dict[str, Estimate]:
    found = {"initial": done.estimates.initial, "tie": done.estimates.tie, "war_tie": done.estimates.war_tie}
    return {name: estimate for name, estimate in found.items() if estimate is not None}


def print_document(done: Done) -> None:
    """Print the run as JSON."""
    point, compared = done.checkpoint, exact(done)
    print_json(
        {
            "rulebook": done.rules.book.name,
            "decks": done.decks,
            "seats": point.plan.seats,
            "strategy": point.plan.strategy,
            "rounds": point.tally.rounds,
            "seat_rounds": done.seat_rounds,
            "shoes": point.tally.shoes,
            "rounds_in_a_shoe": done.estimates.rounds_in_a_shoe,
            "seed": point.seed,
            "finished": point.finished,
            "seconds": done.seconds,
            "compile_seconds": done.compile_seconds,
            "seat_rounds_per_second": done.speed,
            "compared_with": compared.what,
            "wagers": {
                name: {
                    "house_edge": estimate.value,
                    "standard_error": estimate.standard_error,
                    "exact": float(compared.figures[name]) if name in compared.figures else None,
                    "z_score": _z(estimate, compared, name),
                }
                for name, estimate in _figures(done).items()
            },
            "outcomes": [
                {"net": net, "probability": each.value, "standard_error": each.standard_error}
                for net, each in done.estimates.outcomes.items()
            ],
        }
    )


def _z(estimate: Estimate, compared: Exact, name: str) -> float | None:
    return estimate.z_score(float(compared.figures[name])) if name in compared.figures else None


def print_figures(done: Done) -> None:
    """Print the run for people."""
    out, point, compared = console(), done.checkpoint, exact(done)
    plan = point.plan
    seats = "one seat" if plan.seats == 1 else f"{plan.seats} seats"
    out.print(Text(done.rules.book.title, "bold"))
    stopped = "" if point.finished else f" of {point.rounds:,}, stopped"
    played = f"{point.tally.rounds:,} rounds{stopped}"
    out.print(f"{done.decks} decks · {seats} · {plan.strategy} · {played} · seed {point.seed}")
    out.print()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(("Wager", "House edge", "Standard error", f"Exact, {compared.what}", "z")):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    for name, estimate in _figures(done).items():
        z = _z(estimate, compared, name)
        table.add_row(
            {"initial": "Initial", "tie": "Tie", "war_tie": "Tie on the war deal"}[name],
            _percent(estimate.value),
            _percent(estimate.standard_error) if estimate.standard_error is not None else "",
            _percent(float(compared.figures[name])) if name in compared.figures else "",
            f"{z:+.2f}".replace("-", "−") if z is not None else "",
        )
    out.print(table)
    out.print()
    for net, each in done.estimates.outcomes.items():
        out.print(f"  ends at {net:>4}  {_percent(each.value)}".replace("-", "−"), style="dim")
    out.print()
    rounds = f"{done.estimates.rounds_in_a_shoe:.2f} rounds to a shoe"
    speed = f"{done.speed / 1e6:,.0f} million seat-rounds a second"
    out.print(
        f"{rounds} · {done.seconds:.2f} s, {speed} · {done.compile_seconds:.2f} s to compile", style="dim"
    )


def _percent(value: float) -> str:
    return f"{value * 100:.5f} %".replace("-", "−")
