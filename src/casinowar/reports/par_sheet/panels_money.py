"""Pictures of money: the meter's return, a session's fan, the table's swings and the bank's expectation."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate

from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from casinowar.odds.curves import banks
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.sessions import SessionOdds, sessions
from casinowar.odds.sheet import ParSheet
from casinowar.reports.names import MIXES
from casinowar.reports.numbers import dollars, percent, signed
from casinowar.reports.pictures import canvas
from casinowar.telling.phrases import listed

ROUNDS = (0, 5, 10, 20, 35, 50, 75, *range(100, 1001, 50))
"""After which rounds a session is looked at: more often while it is young."""
BANDS = ((0.01, 0.99), (0.05, 0.95), (0.25, 0.75))


# the meter


def return_by_meter(place: FigureBase, sheet: ParSheet) -> None:
    """Draw what the progressive wager returns by what the meter shows, and where it is even."""
    axes = place.subplots()
    several = len({odds.wager for odds in sheet.progressive}) > 1
    evens = [float(odds.break_even_meter) / 100 for odds in sheet.progressive if odds.break_even_meter]
    shows = sheet.progressive[0].meter / 100
    most = max(1.3 * max(evens, default=0), 2 * shows, 1)
    low, high = 1.0, 1.0
    named: list[canvas.EndNote] = []
    for at, alike in enumerate(_lines(sheet.progressive)):
        odds = alike[0]
        ends = {meter: _returns(odds, meter) for meter in (0, most)}
        low, high = min(low, *ends.values()), max(high, *ends.values())
        name = str(odds.strategy or "progressive")
        name += f", {listed([dollars(each.wager) for each in alike])}" if several else ""
        named.append(canvas.curve(axes, at, name, ends.items()))
        if odds.break_even_meter:
            even = float(odds.break_even_meter) / 100
            axes.plot([even], [1], canvas.MARKS[at % len(canvas.MARKS)], color=named[-1][2])
            if not several:
                canvas.note(axes, f"even at {dollars(odds.break_even_meter)}", (even, 1), (-2, 7), ha="right")
    axes.axhline(1, color=canvas.INK, linewidth=0.8)
    axes.axvline(shows, color=canvas.GREY, linewidth=0.8, linestyle=(0, (2, 2)))
    room = 0.12 * (high - low)
    axes.set(xlabel="what the meter shows", ylabel="return to the player")
    axes.set(xlim=(0, most), ylim=(max(0, low - room), high + room))
    canvas.notes_at_the_ends(axes, named)
    canvas.note(
        axes, f"meter at {dollars(100 * shows)}", (shows, high + room / 2), (4, 0), colour=canvas.GREY
    )
    axes.xaxis.set_major_formatter(canvas.in_dollars())
    axes.xaxis.set_major_locator(MaxNLocator(nbins=4 if several else 6))
    axes.yaxis.set_major_formatter(canvas.in_percent())


def _lines(bets: Iterable[ProgressiveOdds]) -> list[list[ProgressiveOdds]]:
    """Put together the wagers whose lines would lie on one another."""
    found: dict[tuple[object, ...], list[ProgressiveOdds]] = {}
    for odds in bets:
        found.setdefault((odds.strategy, _returns(odds, 0), _returns(odds, 1)), []).append(odds)
    return [*found.values()]


def _returns(odds: ProgressiveOdds, meter: float) -> float:
    shares = sum((hand.chance * hand.meter for hand in odds.hands), Fraction(0))
    return float(odds.fixed_return) + float(shares) * meter * 100 / odds.wager


# a session


def session_fan(place: FigureBase, sheet: ParSheet, numbers: tuple[int, ...]) -> None:
    """Draw where players stand after so many rounds: percentiles, the mean, the chance to be ahead."""
    found = [*sessions(sheet.usual.distribution, numbers)]
    rounds = [odds.rounds for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for (low, high), shade in zip(BANDS, canvas.SHADES, strict=True):
        lows = [_quantile(odds, low) for odds in found]
        highs = [_quantile(odds, high) for odds in found]
        axes.fill_between(rounds, lows, highs, color=shade, linewidth=0)
        canvas.note(axes, percent(high, 0), (rounds[-1], highs[-1]), (4, 0), colour=canvas.GREY)
        canvas.note(axes, percent(low, 0), (rounds[-1], lows[-1]), (4, 0), colour=canvas.GREY)
    edge = float(sheet.usual.house_edge)
    axes.plot(rounds, [-edge * each for each in rounds], color=canvas.ORANGE, linestyle=canvas.STYLES[1])
    canvas.note(axes, "mean", (rounds[-1], -edge * rounds[-1]), (4, 0), colour=canvas.ORANGE)
    axes.axhline(0, color=canvas.INK, linewidth=0.8)
    axes.yaxis.set_major_formatter(canvas.in_units())
    axes.set_ylabel("result, in units")
    ahead = {odds.rounds: float(odds.ahead) for odds in found if odds.rounds}
    below.plot([*ahead], [*ahead.values()], color=canvas.BLUE)
    canvas.note(below, percent(ahead[rounds[-1]], 1), (rounds[-1], ahead[rounds[-1]]), colour=canvas.BLUE)
    below.yaxis.set_major_formatter(canvas.in_percent())
    below.set(xlim=(0, rounds[-1]), ylim=(0, max(0.5, *(1.05 * each for each in ahead.values()))))
    below.set(xlabel="rounds", ylabel="chance to\nbe ahead")


def _quantile(odds: SessionOdds, share: float) -> float:
    """Find a percentile as exactly as a picture shows it; long fractions would take seconds to add up."""
    reached = accumulate(float(chance) for _, chance in odds.results)
    results = (float(result) for result, _ in odds.results)
    return next((result for result, total in zip(results, reached, strict=True) if total >= share), 0.0)


# the table


def operators_swings(place: FigureBase, sheet: ParSheet) -> None:
    """Draw how far the table's win swings in one round, by seats and by what each seat wagers."""
    axes = place.subplots()
    ends: list[canvas.EndNote] = []
    for at, (mix, name) in enumerate(MIXES.items()):
        if swings := {odds.seats: odds.standard_deviation for odds in sheet.seats if odds.mix is mix}:
            ends.append(canvas.curve(axes, at, name, swings.items(), marker=canvas.MARKS[at]))
    first = sheet.seats[0]
    alone = {
        odds.seats: first.standard_deviation * odds.seats**0.5
        for odds in sheet.seats
        if odds.mix is first.mix
    }
    axes.plot([*alone], [*alone.values()], color=canvas.GREY, linewidth=0.8)
    ends.append(("if independent", [*alone.items()][-1], canvas.GREY))
    axes.set(xlabel="seats that play", ylabel="standard deviation,\nin units")
    axes.set(xlim=(0.6, None), ylim=(0, None))
    canvas.notes_at_the_ends(axes, ends)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


# the bank


def bank_by_size(place: FigureBase, sheet: ParSheet, per_unit: int) -> None:
    """Draw what the player/dealer can expect by the size of the bank, and how often it is used up."""
    found = [*banks(sheet, per_unit)]
    sizes = [odds.bank / sheet.wager for odds in found]
    worths = [float(odds.expected) / sheet.wager for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    axes.plot(sizes, worths, color=canvas.BLUE)
    axes.axhline(worths[-1], color=canvas.GREY, linewidth=0.8)
    whole = f"a bank that covers\neverything: {signed(worths[-1], 4)}"
    canvas.note(axes, whole, (sizes[-1], worths[-1]), (0, 4), colour=canvas.GREY, ha="right", va="bottom")
    axes.set(ylim=(0, 1.05 * max(worths)), ylabel="expected,\nin units")
    below.plot(sizes, [float(odds.short) for odds in found], color=canvas.ORANGE)
    below.yaxis.set_major_formatter(canvas.in_percent())
    below.set(xlim=(0, sizes[-1]), ylim=(0, 1))
    below.set(xlabel="bank, in units of one wager", ylabel="chance to\nbe used up")
