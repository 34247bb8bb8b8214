"""A result for people, in the terminal."""

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.game.money import dollars
from casinowar.game.words import Wager
from casinowar.reports.run.result import Compared, Depth, Meter, Operator, Outcome, Result, SessionResults

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
    if result.setting:
        out.print(str(result.setting), style="dim")
    out.print()
    if result.wagers:
        out.print(_wagers(result.wagers, result.edge))
        _print_notes(out, result)
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


def _print_notes(out: Console, result: Result) -> None:
    """Say what the exact figures are, what the marks mean, and how often a counter wagered."""
    kinds: dict[str, list[str]] = {}
    for each in result.wagers:
        if each.compared_with:
            kinds.setdefault(each.compared_with, []).append(_NAMES[each.wager])
    if len(kinds) > 1:
        told = "; ".join(f"{kind} ({', '.join(names)})" for kind, names in kinds.items())
        out.print(f"Exact: {told}.", style="dim")
    if any(each.rough for each in result.wagers):
        out.print("~ What pays came up too seldom for this error to be trusted.", style="dim")
    if any(each.is_finer for each in result.wagers):
        out.print(
            "† So long a run sees what the cover card does, which a fresh shoe's figure leaves out.",
            style="dim",
        )
    if result.setting and result.setting.counter:
        made = next((each for each in result.wagers if each.wager == "tie"), None)
        size = result.setting.wagers[Wager.TIE] / result.setting.wagers[Wager.INITIAL]
        wagered = made.wagered if made and made.wagered else 0.0
        share, worth = wagered / size, round(-made.house_edge * wagered, 6) + 0.0 if made else 0.0
        out.print(
            f"The counter made tie wagers in {_percent(share)} of hands, "
            f"worth {worth:+.6f} initial wagers a hand.".replace("-", "−")
        )


def _grid(columns: Iterable[str]) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        grid.add_column(column, justify="right" if place else "left", no_wrap=True)
    return grid


def _wagers(wagers: tuple[Compared, ...], edge: str) -> Table:
    """Show edges beside the exact ones; what those are stands in the heading if it is the same for all."""
    kinds = {each.compared_with for each in wagers if each.compared_with}
    one = next(iter(kinds)) if len(kinds) == 1 else None
    heads = ["Exact" if one is None else f"Exact, {one}", "z"] if kinds else []
    grid = _grid(("Wager", edge.capitalize(), "Std. error", *heads))
    for each in wagers:
        row = [_NAMES[each.wager], _percent(each.house_edge), _rough(each)]
        if kinds:
            row += [_percent(each.exact), "†" if each.is_finer else _signed(each.z_score)]
        grid.add_row(*row)
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
    if shown:
        out.print("A hand, in initial wagers,", style="dim")
    for each in shown:
        ends = _TOGETHER.get(each.net) or f"ends at {each.net:>5}"
        out.print(f"  {ends:<13}  {_percent(each.probability):>10}".replace("-", "−"), style="dim")
    if len(shown) < len(outcomes):
        out.print(f"  and {len(outcomes) - len(shown)} rarer results", style="dim")
    if outcomes:
        out.print()


def _print_depths(out: Console, depths: tuple[Depth, ...]) -> None:
    """Show the edges of each wager by how much of the shoe was gone when the round began."""
    grid = _grid(("Wager", "Cards gone", "Rounds", "Edge", "Std. error", "z"))
    for wager in dict.fromkeys(each.wager for depth in depths for each in depth.wagers):
        name = _NAMES[wager]
        for depth in depths:
            for each in depth.wagers:
                if each.wager == wager:
                    grid.add_row(
                        name,
                        f"{depth.first * 100:.3g} to {depth.last * 100:.3g} %",
                        f"{depth.rounds:,}",
                        _percent(each.house_edge, 3),
                        _rough(each, 3),
                        _signed(each.z_score),
                    )
                    name = ""
    out.print("By depth in the shoe; z tells how far from a fresh shoe")
    out.print(grid)
    out.print()


def _print_meters(out: Console, meters: tuple[Meter, ...]) -> None:
    grid = _grid(("Meter", "On average", "Won", "Showed then", "At most"))
    for meter in meters:
        grid.add_row(
            meter.name,
            dollars(round(meter.average)),
            f"{meter.wins:,} time{'s'[: meter.wins != 1]}",
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
    if result.rounds_in_a_shoe:
        error = result.rounds_in_a_shoe_error
        sure = f" ± {error:.2g}" if error else ""
        out.print(f"{result.rounds_in_a_shoe:.2f}{sure} rounds to a shoe", style="dim")
    if not result.seconds:
        return
    compiled = f" · {result.compile_seconds:.1f} s to compile" if result.compile_seconds >= 1 else ""
    out.print(f"{speed(result.speed)} seat-rounds a second, {result.seconds:.2f} s{compiled}", style="dim")


def speed(number: float) -> str:
    """Write how many of something are done in a second."""
    for size, name in ((1e9, " billion"), (1e6, " million")):
        if number >= size:
            return f"{number / size:,.2f}{name}"
    return f"{number:,.0f}"


def _percent(value: float | None, digits: int = 5) -> str:
    return "" if value is None else f"{value * 100:.{digits}f} %".replace("-", "−")


def _plus_minus(error: float | None) -> str:
    return "" if error is None else f" ± {_percent(error)}"


def _rough(wager: Compared, digits: int = 5) -> str:
    error = _percent(wager.standard_error, digits)
    return f"~ {error}" if wager.rough else error


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}".replace("-", "−")


def _dollars(value: float) -> str:
    said = dollars(abs(round(value)))
    return f"−{said}" if round(value) < 0 else said
