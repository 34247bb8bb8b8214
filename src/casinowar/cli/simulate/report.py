"""A result for people, in the terminal."""

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.cli.simulate.result import Compared, Depth, Meter, Operator, Outcome, Result, SessionResults
from casinowar.game.money import dollars

_NAMES = {
    "initial": "Initial",
    "tie": "Tie",
    "war_tie": "Tie on the war deal",
    "progressive": "Progressive",
    "envy": "Envy Bonus",
    "bonus_spin": "Bonus Spin",
}
_MOST_OUTCOMES = 24
_TOGETHER = {"meter": "wins a meter", "other": "ends elsewhere"}


def print_figures(result: Result) -> None:
    """Print all that a run says."""
    out = console()
    out.print(Text(result.title, "bold"))
    out.print(result.about)
    out.print()
    if result.wagers:
        out.print(_wagers(result.wagers, result.edge))
        if any(each.rough for each in result.wagers):
            out.print("~ Meters were won too seldom for this error to be trusted.", style="dim")
        out.print()
    if result.operator:
        _print_operator(out, result.operator)
    if result.sessions:
        _print_sessions(out, result.sessions)
    _print_outcomes(out, (*result.outcomes, *result.together))
    if result.depths:
        _print_depths(out, result.depths)
    if result.meters:
        _print_meters(out, result.meters)
    _print_speed(out, result)


def _grid(columns: Iterable[str]) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        grid.add_column(column, justify="right" if place else "left", no_wrap=True)
    return grid


def _wagers(wagers: tuple[Compared, ...], edge: str) -> Table:
    """Show edges beside the exact ones; what those are stands in the heading if it is the same for all."""
    kinds = {each.compared_with for each in wagers if each.compared_with}
    one = kinds.pop() if len(kinds) == 1 else None
    grid = _grid(("Wager", edge.capitalize(), "Std. error", f"Exact, {one}" if one else "Exact", "z"))
    if not one and kinds:
        grid.add_column("Compared with")
    for each in wagers:
        row = [
            _NAMES[each.wager],
            _percent(each.house_edge),
            _rough(each),
            _percent(each.exact),
            _signed(each.z_score),
        ]
        grid.add_row(*row, *([each.compared_with or ""] if not one and kinds else []))
    return grid


def _print_operator(out: Console, operator: Operator) -> None:
    win = f"{operator.win:.5f}".replace("-", "−")
    error = f" ± {operator.standard_error:.5f}" if operator.standard_error is not None else ""
    out.print(
        f"The bank wins {win}{error} initial wagers a round of {operator.handle:.3f} wagered: "
        f"it holds {_percent(operator.hold)}{_plus_minus(operator.hold_error)}."
    )
    out.print()


def _print_outcomes(out: Console, outcomes: tuple[Outcome, ...]) -> None:
    """Show how hands ended; of very many results the likeliest."""
    likeliest = sorted(outcomes, key=lambda each: -each.probability)[:_MOST_OUTCOMES]
    shown = [each for each in outcomes if each in likeliest]
    for each in shown:
        ends = _TOGETHER.get(each.net) or f"ends at {each.net:>5}"
        out.print(f"  {ends:<13}  {_percent(each.probability):>10}".replace("-", "−"), style="dim")
    if len(shown) < len(outcomes):
        out.print(f"  and {len(outcomes) - len(shown)} rarer results", style="dim")
    if outcomes:
        out.print()


def _print_depths(out: Console, depths: tuple[Depth, ...]) -> None:
    """Show the edges of each wager by how much of the shoe was gone when the round began."""
    grid = _grid(("By depth in the shoe", "Cards gone", "Rounds", "House edge", "Std. error", "z"))
    for wager in dict.fromkeys(each.wager for depth in depths for each in depth.wagers):
        name = _NAMES[wager]
        for depth in depths:
            for each in depth.wagers:
                if each.wager == wager:
                    grid.add_row(
                        name,
                        f"{depth.first * 100:.3g} to {depth.last * 100:.3g} %",
                        f"{depth.rounds:,}",
                        _percent(each.house_edge),
                        _rough(each),
                        _signed(each.z_score),
                    )
                    name = ""
    out.print(grid)
    out.print()


def _print_meters(out: Console, meters: tuple[Meter, ...]) -> None:
    grid = _grid(("Meter", "On average", "Won", "Showed then", "At most"))
    for meter in meters:
        grid.add_row(
            meter.name,
            dollars(round(meter.average)),
            f"{meter.wins:,} times",
            dollars(round(meter.average_win)) if meter.average_win is not None else "",
            dollars(meter.largest_win) if meter.largest_win is not None else "",
        )
    out.print(grid)
    out.print()


def _print_sessions(out: Console, sessions: SessionResults) -> None:
    error = f" ± {_dollars(sessions.standard_error)}" if sessions.standard_error is not None else ""
    out.print(
        f"A session with {dollars(sessions.bankroll)} brings {_dollars(sessions.average)}{error} on average, "
        f"of {_dollars(sessions.handle)} wagered: the house holds "
        f"{_percent(sessions.hold)}{_plus_minus(sessions.hold_error)} of the bankrolls."
    )
    out.print()
    grid = _grid(("Ended", "Sessions", "Share"))
    for end, times in sessions.ends.items():
        grid.add_row(end, f"{times:,}", _percent(times / sessions.number))
    out.print(grid)
    out.print()
    grid = _grid(("Of a hundred sessions", "end at or below"))
    for hundredths, net in sessions.percentiles.items():
        grid.add_row(str(hundredths), _dollars(net))
    out.print(grid)
    out.print()


def _print_speed(out: Console, result: Result) -> None:
    rounds = f"{result.rounds_in_a_shoe:.2f} rounds to a shoe · " if result.rounds_in_a_shoe else ""
    out.print(
        f"{rounds}{result.seconds:.2f} s, {speed(result.speed)} seat-rounds a second · "
        f"{result.compile_seconds:.2f} s to compile",
        style="dim",
    )


def speed(number: float) -> str:
    """Write how many of something are done in a second."""
    for size, name in ((1e9, " billion"), (1e6, " million")):
        if number >= size:
            return f"{number / size:,.2f}{name}"
    return f"{number:,.0f}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value * 100:.5f} %".replace("-", "−")


def _plus_minus(error: float | None) -> str:
    return "" if error is None else f" ± {_percent(error)}"


def _rough(wager: Compared) -> str:
    return f"~ {_percent(wager.standard_error)}" if wager.rough else _percent(wager.standard_error)


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}".replace("-", "−")


def _dollars(value: float) -> str:
    said = dollars(abs(round(value)))
    return f"−{said}" if round(value) < 0 else said
