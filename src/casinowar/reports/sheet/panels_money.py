"""Pictures of money: the meter's return, a session's fan, the table's swings and the bank's expectation."""

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
from casinowar.reports.pictures.canvas import (
    BLUE,
    COLOURS,
    GREY,
    INK,
    MARKS,
    ORANGE,
    SHADES,
    STYLES,
    EndNote,
    in_dollars,
    in_percent,
    in_units,
    note,
    notes_at_the_ends,
)

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
    named: list[EndNote] = []
    for at, odds in enumerate(sheet.progressive):
        colour, style = COLOURS[at % 3], STYLES[at % 3]
        ends = [_returns(odds, 0), _returns(odds, most)]
        low, high = min(low, *ends), max(high, *ends)
        axes.plot([0, most], ends, color=colour, linestyle=style)
        name = str(odds.strategy or "progressive")
        name += f", {dollars(odds.wager)} wager" if several else ""
        named.append((name, (most, ends[1]), colour))
        if odds.break_even_meter:
            even = float(odds.break_even_meter) / 100
            axes.plot([even], [1], MARKS[at % 3], color=colour)
            note(axes, f"even at {dollars(odds.break_even_meter)}", (even, 1), (-2, 7), ha="right")
    axes.axhline(1, color=INK, linewidth=0.8)
    axes.axvline(shows, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
    room = 0.12 * (high - low)
    axes.set_ylim(max(0, low - room), high + room)
    notes_at_the_ends(axes, named)
    note(axes, f"meter at {dollars(100 * shows)}", (shows, low - room / 2), (4, 0), colour=GREY)
    axes.set_xlim(0, most)
    axes.xaxis.set_major_formatter(in_dollars())
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.yaxis.set_major_formatter(in_percent())
    axes.set_xlabel("what the meter shows")
    axes.set_ylabel("return to the player")


def _returns(odds: ProgressiveOdds, meter: float) -> float:
    shares = sum((hand.chance * hand.meter for hand in odds.hands), Fraction(0))
    return float(odds.fixed_return) + float(shares) * meter * 100 / odds.wager


# a session


def session_fan(place: FigureBase, sheet: ParSheet, numbers: tuple[int, ...] = ROUNDS) -> None:
    """Draw where players stand after so many rounds: percentiles, the mean, the chance to be ahead."""
    found = [*sessions(sheet.initial[0].distribution, numbers)]
    rounds = [odds.rounds for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for (low, high), shade in zip(BANDS, SHADES, strict=True):
        lows = [_quantile(odds, low) for odds in found]
        highs = [_quantile(odds, high) for odds in found]
        axes.fill_between(rounds, lows, highs, color=shade, linewidth=0)
        note(axes, percent(high, 0), (rounds[-1], highs[-1]), (4, 0), colour=GREY)
        note(axes, percent(low, 0), (rounds[-1], lows[-1]), (4, 0), colour=GREY)
    edge = float(sheet.initial[0].house_edge)
    axes.plot(rounds, [-edge * each for each in rounds], color=ORANGE, linestyle=STYLES[1])
    note(axes, "mean", (rounds[-1], -edge * rounds[-1]), (4, 0), colour=ORANGE)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.yaxis.set_major_formatter(in_units())
    axes.set_ylabel("result, in units")
    later = [odds for odds in found if odds.rounds]
    below.plot([odds.rounds for odds in later], [float(odds.ahead) for odds in later], color=BLUE)
    note(below, percent(later[-1].ahead, 1), (rounds[-1], float(later[-1].ahead)), colour=BLUE)
    below.set_ylim(0, max(0.5, *(1.05 * float(odds.ahead) for odds in later)))
    below.yaxis.set_major_formatter(in_percent())
    below.set_ylabel("chance to\nbe ahead")
    below.set_xlim(0, rounds[-1])
    below.set_xlabel("rounds")


def _quantile(odds: SessionOdds, share: float) -> float:
    """Find a percentile as exactly as a picture shows it; long fractions would take seconds to add up."""
    reached = accumulate(float(chance) for _, chance in odds.results)
    results = (float(result) for result, _ in odds.results)
    return next((result for result, total in zip(results, reached, strict=True) if total >= share), 0.0)


# the table


def operators_swings(place: FigureBase, sheet: ParSheet) -> None:
    """Draw how far the table's win swings in one round, by seats and by what each seat wagers."""
    axes = place.subplots()
    ends: list[EndNote] = []
    for at, (mix, name) in enumerate(MIXES.items()):
        rows = [odds for odds in sheet.seats if odds.mix is mix]
        if not rows:
            continue
        seats, swings = [odds.seats for odds in rows], [odds.standard_deviation for odds in rows]
        axes.plot(seats, swings, color=COLOURS[at], linestyle=STYLES[at], marker=MARKS[at])
        ends.append((name, (seats[-1], swings[-1]), COLOURS[at]))
    first = [odds for odds in sheet.seats if odds.mix is sheet.seats[0].mix]
    alone = [first[0].standard_deviation * odds.seats**0.5 for odds in first]
    axes.plot([odds.seats for odds in first], alone, color=GREY, linewidth=0.8)
    ends.append(("if independent", (first[-1].seats, alone[-1]), GREY))
    axes.set_xlim(left=0.6)
    axes.set_ylim(bottom=0)
    notes_at_the_ends(axes, ends)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("seats that play")
    axes.set_ylabel("standard deviation,\nin units")


# the bank


def bank_by_size(place: FigureBase, sheet: ParSheet, per_unit: int = 10) -> None:
    """Draw what the player/dealer can expect by the size of the bank, and how often it is used up."""
    found = [*banks(sheet, per_unit)]
    sizes = [odds.bank / sheet.wager for odds in found]
    worths = [float(odds.expected) / sheet.wager for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    axes.plot(sizes, worths, color=BLUE)
    axes.axhline(worths[-1], color=GREY, linewidth=0.8)
    whole = f"a bank that covers\neverything: {signed(worths[-1], 4)}"
    note(axes, whole, (sizes[-1], worths[-1]), (0, 4), colour=GREY, ha="right", va="bottom")
    axes.set_ylim(0, 1.05 * max(worths))
    axes.set_ylabel("expected,\nin units")
    below.plot(sizes, [float(odds.short) for odds in found], color=ORANGE)
    below.yaxis.set_major_formatter(in_percent())
    below.set_ylim(0, 1)
    below.set_ylabel("chance to\nbe used up")
    below.set_xlim(0, sizes[-1])
    below.set_xlabel("bank, in units of one wager")
