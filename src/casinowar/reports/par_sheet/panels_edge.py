"""Pictures of the house edge: by decks, by reading, and what is left of it against a counter."""

from math import log10

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from casinowar.odds.card_counting import most_unseen
from casinowar.odds.curves import MOST_DECKS, Edges, counter_depths, edges_by_decks
from casinowar.odds.sheet import ParSheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.names import edge as edge_name
from casinowar.reports.numbers import percent
from casinowar.reports.pictures import canvas

FEW = 3
"""Fewer decks than this stand so far left that their label begins at the mark."""
CLOSE = 0.15
"""Edges closer than this share of the axes are written on either side of their marks."""
NARROW = 0.2
"""A band of less than this share of the axes has its label beside it."""
LABEL = 0.22
"""Which share of the axes a label takes in the smallest picture."""
SMALLEST = 1e-12
"""What a counter's chance has to be to be drawn."""


# by decks


def edge_by_decks(place: FigureBase, sheet: ParSheet) -> None:
    """Draw the edge of the initial wager and of the tie wager from one deck upwards, and this sheet's own."""
    found, tie = edges_by_decks(sheet)
    initial = [(str(plan or "initial"), edges) for plan, edges in found.items()]
    columns: list[tuple[list[tuple[str, Edges]], list[WagerOdds | None]]] = [(initial, [*sheet.initial])]
    if tie:
        columns.append(([("tie", tie)], [sheet.tie]))
    for axes, (curves, owns) in zip(place.subplots(1, len(columns), squeeze=False)[0], columns, strict=True):
        here = [float(own.house_edge) for own, _ in zip(owns, curves, strict=False) if own]
        drawn = [*here, *(float(edge) for _, edges in curves for edge in edges.values())]
        low, high = min(drawn), max(drawn)
        room = max(high - low, 0.002) * 0.18
        axes.set(xlim=(0.5, max(MOST_DECKS, sheet.decks) + 0.5), ylim=(low - room, high + room))
        axes.set(xlabel="decks", ylabel=edge_name(sheet.rules))
        canvas.percent_ticks(axes.yaxis, low - room, high + room)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
        ends: list[canvas.EndNote] = []
        for at, (name, exact) in enumerate(curves):
            edges = {number: float(edge) for number, edge in exact.items()}
            ends.append(canvas.curve(axes, at, name, edges.items(), linewidth=1.0, zorder=2))
            for number, edge in edges.items():
                colour = ends[-1][2]
                face = colour if sheet.rules.decks_allowed.allows(number) else "white"
                axes.plot([number], [edge], canvas.MARKS[at], color=colour, markerfacecolor=face, zorder=3)
        canvas.notes_at_the_ends(axes, ends)
        _own_edges(axes, sheet, here, left=curves is not initial or sheet.decks < FEW)


def _own_edges(axes: Axes, sheet: ParSheet, edges: list[float], *, left: bool) -> None:
    """Mark the sheet's own decks, or with crosses the shoe of which cards were seen, and write the edges."""
    if not sheet.seen:
        axes.axvline(sheet.decks, color=canvas.PALE, linewidth=6, zorder=0)
    low, high = axes.get_ylim()
    for edge in edges:
        if sheet.seen:
            axes.plot([sheet.decks], [edge], "x", color=canvas.INK, markersize=5, zorder=4)
        below = any(0 < other - edge < CLOSE * (high - low) for other in edges)
        shift = (2 if left else 0, -10 if below else 9)
        canvas.note(axes, percent(edge), (sheet.decks, edge), shift, ha="left" if left else "center")


# against a counter


def counters_worth(place: FigureBase, sheet: ParSheet, depths: int, shallowest: float) -> None:
    """Draw how often a perfect counter of the tie wager finds a shoe in favour, and what that is worth."""
    shoe = Shoe.fresh(sheet.rules, sheet.decks)
    axes = place.subplots()
    found = counter_depths(sheet, depths, shallowest)
    dealt = [1 - odds.unseen / shoe.size for odds in found]
    chances = [float(odds.chance) for odds in found]
    worths = [float(odds.worth) for odds in found]
    axes.plot(dealt, chances, color=canvas.ORANGE, linestyle=canvas.STYLES[1])
    axes.plot(dealt, worths, color=canvas.BLUE)
    axes.set(xlim=(0, 1), xlabel="share of the shoe that has been seen")
    axes.set(yscale="log", ylim=(SMALLEST, 2))
    cover = 1 - sheet.rules.behind_cover_card(shoe.size) / shoe.size
    axes.axvline(cover, color=canvas.INK, linewidth=0.8, linestyle=(0, (2, 2)))
    if found:
        at = min(range(len(found)), key=lambda each: abs(log10(chances[each]) + 7))
        where = (dealt[at], chances[at])
        low = min(range(len(found)), key=lambda each: abs(log10(max(worths[each], SMALLEST)) + 6))
        worth = "worth per\nround,\nin units"
        # A label that the cover card's line would strike through stands behind it.
        struck = dealt[low] < cover < min(dealt[low], 1 - LABEL) + LABEL
        beside = (cover if struck else dealt[low], worths[low])
        canvas.note(axes, worth, beside, (7, -4), colour=canvas.BLUE, va="top")
        canvas.note(
            axes, "chance that the shoe\nfavours the player", where, (-6, 4), colour=canvas.ORANGE, ha="right"
        )
    none = 1 - most_unseen(sheet.rules, shoe, sheet.wager) / shoe.size
    narrow = none < NARROW
    axes.axvspan(0, none, color=canvas.PALE, linewidth=0)
    canvas.note(
        axes,
        "no shoe\ncan favour\nthe player",
        (none if narrow else none / 2, 1),
        (4 if narrow else 0, -4),
        colour=canvas.GREY,
        ha="left" if narrow else "center",
        va="top",
    )
    canvas.note(axes, "cover card", (cover, 1), (-4, -4), ha="right", va="top")
    axes.xaxis.set_major_formatter(canvas.in_percent())
    axes.yaxis.set_major_locator(FixedLocator([10.0**power for power in range(-12, 1, 2)]))
    axes.yaxis.set_minor_locator(NullLocator())
