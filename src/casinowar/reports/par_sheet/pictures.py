"""The pictures of a PAR sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import log10
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator
from msgspec import Struct

from casinowar.game.book.house import House
from casinowar.odds.card_counting import most_unseen
from casinowar.odds.curves import MOST_DECKS, SHALLOWEST, Edges, banks, counter_depths, edges_by_decks
from casinowar.odds.figures import DeckCount
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.reading_effects import Change, ReadingEffect
from casinowar.odds.sessions import SessionOdds, sessions
from casinowar.odds.sheet import ParSheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import WagerOdds
from casinowar.reports import figures
from casinowar.reports.names import MIXES
from casinowar.reports.names import edge as edge_name
from casinowar.reports.numbers import counted, decimal, dollars, percent, signed
from casinowar.reports.par_sheet.wording import WORDS, about, filled, sentence
from casinowar.reports.pictures import canvas
from casinowar.reports.pictures.page import Page, Picture
from casinowar.telling.phrases import listed
from casinowar.version import made_with

Effects = Sequence[ReadingEffect]
Bars = dict[str, list["ReadingBar"]]
FEW = 3
"""Below this many decks, labels start at the mark."""
CLOSE = 0.15
"""Edges closer than this share of the axes get labels on opposite sides."""
NARROW = 0.2
"""A narrower band, as a share of the axes, has its label beside it."""
LABEL = 0.22
"""Width of a label as a share of the smallest axes."""
SMALLEST = 1e-12
"""Smallest chance drawn."""
ROUNDS = (0, 5, 10, 20, 35, 50, 75, *range(100, 1001, 50))
"""Rounds at which a session is drawn, denser at the start."""
BANDS = ((0.01, 0.99), (0.05, 0.95), (0.25, 0.75))
SMALLEST_CHANGE: Final = 0.00005
"""Smallest visible change of an edge."""
FAR: Final = 0.0005
"""Longer bars need only two decimals on their ticks."""


class Detail(Struct, frozen=True):
    depths: int = 22
    shallowest: float = SHALLOWEST
    """The largest share of unseen cards for the counter, the slowest to compute."""
    rounds: tuple[int, ...] = ROUNDS
    per_unit: int = 10


FINE: Final = Detail()


def page(sheet: ParSheet, effects: Effects) -> Page:
    allowed = "" if sheet.decks_allowed else ", which the rulebook does not allow"
    house = "none" if sheet.rules.house == House() else sheet.rules.house.name
    seen = f" · {counted(len(sheet.seen), 'card')} seen" if sheet.seen else ""
    return Page(
        heading=sheet.rules.book.title,
        below=f"{counted(sheet.decks, 'deck')}{allowed} · house: {house}{seen} · {made_with()}",
        pictures=tuple(pictures(sheet, effects)),
    )


def pictures(sheet: ParSheet, effects: Effects, detail: Detail = FINE) -> Iterator[Picture]:
    own = "own_shoe" if sheet.seen else "own_decks"
    facts = {**about(sheet), "own": sentence(own, seen=len(sheet.seen))}

    def picture(name: str, draw: Callable[..., None], **drawn: object) -> Picture:
        said = WORDS.pictures[name]
        return Picture(
            name=name,
            title=filled(said.title, facts),
            says=filled(said.says, facts),
            draw=partial(draw, sheet=sheet, **drawn),
        )

    yield picture("decks", edge_by_decks)
    if sheet.progressive:
        yield picture("meter", return_by_meter)
    if sheet.counter:
        fine = {"depths": detail.depths, "shallowest": detail.shallowest}
        yield picture("counter", counters_worth, **fine)
    if sheet.sessions:
        yield picture("session", session_fan, numbers=detail.rounds)
    if sheet.seats:
        yield picture("seats", operators_swings)
    if sheet.bank:
        yield picture("bank", bank_by_size, per_unit=detail.per_unit)
    # Effects of readings are computed for complete shoes only.
    yield from _readings(() if sheet.seen else effects, facts)


def _readings(effects: Effects, facts: Mapping[str, object]) -> Iterator[Picture]:
    """Yield one picture of readings per wager; the last has the caption."""
    found, said = reading_bars(effects), WORDS.pictures["readings"]
    longest = max((bar.choice for bars in found.values() for bar in bars), key=len, default="")
    for wager, bars in found.items():
        yield Picture(
            name="readings",
            title=filled(said.title, {**facts, "read": wager}),
            says=filled(said.says, _compared_at(effects, found)) if wager == [*found][-1] else "",
            draw=partial(edge_by_reading, rows=bars, longest=longest),
            wide=True,
            height=0.3 + 0.165 * len(bars),
        )


def _compared_at(effects: Effects, found: Bars) -> dict[str, str]:
    """Name the house of the bars if it is not the sheet's."""
    first = effects[0]
    assumed = {bar.assumed for bars in found.values() for bar in bars if bar.assumed}
    return {
        "house": sentence("compared_at_the_sample", decks=counted(first.decks, "deck"))
        if first.sample
        else "",
        "most": " ".join(sentence("decks_taken", decks=each) for each in sorted(assumed)),
    }


# the house edge by decks


def edge_by_decks(place: FigureBase, sheet: ParSheet) -> None:
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
                color = ends[-1][2]
                face = color if sheet.rules.decks_allowed.allows(number) else "white"
                axes.plot([number], [edge], canvas.MARKS[at], color=color, markerfacecolor=face, zorder=3)
        canvas.notes_at_the_ends(axes, ends)
        _own_edges(axes, sheet, here, left=curves is not initial or sheet.decks < FEW)


def _own_edges(axes: Axes, sheet: ParSheet, edges: list[float], *, left: bool) -> None:
    """Mark the sheet's own decks, or its partly dealt shoe with crosses, and write the edges."""
    if not sheet.seen:
        axes.axvline(sheet.decks, color=canvas.PALE, linewidth=6, zorder=0)
    low, high = axes.get_ylim()
    for edge in edges:
        if sheet.seen:
            axes.plot([sheet.decks], [edge], "x", color=canvas.INK, markersize=5, zorder=4)
        below = any(0 < other - edge < CLOSE * (high - low) for other in edges)
        shift = (2 if left else 0, -10 if below else 9)
        canvas.note(axes, percent(edge), (sheet.decks, edge), shift, ha="left" if left else "center")


# a counter


def counters_worth(place: FigureBase, sheet: ParSheet, depths: int, shallowest: float) -> None:
    """Draw how often a shoe favors a perfect counter of the tie wager, and what that is worth."""
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
        # Move a label behind the cover card's line if that would cross it.
        struck = dealt[low] < cover < min(dealt[low], 1 - LABEL) + LABEL
        beside = (cover if struck else dealt[low], worths[low])
        canvas.note(axes, worth, beside, (7, -4), color=canvas.BLUE, va="top")
        canvas.note(
            axes, "chance that the shoe\nfavors the player", where, (-6, 4), color=canvas.ORANGE, ha="right"
        )
    none = 1 - most_unseen(sheet.rules, shoe, sheet.wager) / shoe.size
    narrow = none < NARROW
    axes.axvspan(0, none, color=canvas.PALE, linewidth=0)
    canvas.note(
        axes,
        "no shoe\ncan favor\nthe player",
        (none if narrow else none / 2, 1),
        (4 if narrow else 0, -4),
        color=canvas.GRAY,
        ha="left" if narrow else "center",
        va="top",
    )
    canvas.note(axes, "cover card", (cover, 1), (-4, -4), ha="right", va="top")
    axes.xaxis.set_major_formatter(canvas.in_percent())
    axes.yaxis.set_major_locator(FixedLocator([10.0**power for power in range(-12, 1, 2)]))
    axes.yaxis.set_minor_locator(NullLocator())


# the meter, sessions, the table and the bank


def return_by_meter(place: FigureBase, sheet: ParSheet) -> None:
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
    axes.axvline(shows, color=canvas.GRAY, linewidth=0.8, linestyle=(0, (2, 2)))
    room = 0.12 * (high - low)
    axes.set(xlabel="what the meter shows", ylabel="return to the player")
    axes.set(xlim=(0, most), ylim=(max(0, low - room), high + room))
    canvas.notes_at_the_ends(axes, named)
    canvas.note(axes, f"meter at {dollars(100 * shows)}", (shows, high + room / 2), (4, 0), color=canvas.GRAY)
    axes.xaxis.set_major_formatter(canvas.in_dollars())
    axes.xaxis.set_major_locator(MaxNLocator(nbins=4 if several else 6))
    axes.yaxis.set_major_formatter(canvas.in_percent())


def _lines(bets: Iterable[ProgressiveOdds]) -> list[list[ProgressiveOdds]]:
    """Group wagers whose lines would coincide."""
    found: dict[tuple[object, ...], list[ProgressiveOdds]] = {}
    for odds in bets:
        found.setdefault((odds.strategy, _returns(odds, 0), _returns(odds, 1)), []).append(odds)
    return [*found.values()]


def _returns(odds: ProgressiveOdds, meter: float) -> float:
    shares = sum((hand.chance * hand.meter for hand in odds.hands), Fraction(0))
    return float(odds.fixed_return) + float(shares) * meter * 100 / odds.wager


def session_fan(place: FigureBase, sheet: ParSheet, numbers: tuple[int, ...]) -> None:
    found = [*sessions(sheet.usual.distribution, numbers)]
    rounds = [odds.rounds for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for (low, high), shade in zip(BANDS, canvas.SHADES, strict=True):
        lows = [_quantile(odds, low) for odds in found]
        highs = [_quantile(odds, high) for odds in found]
        axes.fill_between(rounds, lows, highs, color=shade, linewidth=0)
        canvas.note(axes, percent(high, 0), (rounds[-1], highs[-1]), (4, 0), color=canvas.GRAY)
        canvas.note(axes, percent(low, 0), (rounds[-1], lows[-1]), (4, 0), color=canvas.GRAY)
    edge = float(sheet.usual.house_edge)
    axes.plot(rounds, [-edge * each for each in rounds], color=canvas.ORANGE, linestyle=canvas.STYLES[1])
    canvas.note(axes, "mean", (rounds[-1], -edge * rounds[-1]), (4, 0), color=canvas.ORANGE)
    axes.axhline(0, color=canvas.INK, linewidth=0.8)
    axes.yaxis.set_major_formatter(canvas.in_units())
    axes.set_ylabel("result, in units")
    ahead = {odds.rounds: float(odds.ahead) for odds in found if odds.rounds}
    below.plot([*ahead], [*ahead.values()], color=canvas.BLUE)
    canvas.note(below, percent(ahead[rounds[-1]], 1), (rounds[-1], ahead[rounds[-1]]), color=canvas.BLUE)
    below.yaxis.set_major_formatter(canvas.in_percent())
    below.set(xlim=(0, rounds[-1]), ylim=(0, max(0.5, *(1.05 * each for each in ahead.values()))))
    below.set(xlabel="rounds", ylabel="chance to\nbe ahead")


def _quantile(odds: SessionOdds, share: float) -> float:
    """Compute a percentile in floating point; exact fractions would take seconds."""
    reached = accumulate(float(chance) for _, chance in odds.results)
    results = (float(result) for result, _ in odds.results)
    return next((result for result, total in zip(results, reached, strict=True) if total >= share), 0.0)


def operators_swings(place: FigureBase, sheet: ParSheet) -> None:
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
    axes.plot([*alone], [*alone.values()], color=canvas.GRAY, linewidth=0.8)
    ends.append(("if independent", [*alone.items()][-1], canvas.GRAY))
    axes.set(xlabel="seats that play", ylabel="standard deviation,\nin units")
    axes.set(xlim=(0.6, None), ylim=(0, None))
    canvas.notes_at_the_ends(axes, ends)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def bank_by_size(place: FigureBase, sheet: ParSheet, per_unit: int) -> None:
    found = [*banks(sheet, per_unit)]
    sizes = [odds.bank / sheet.wager for odds in found]
    worths = [float(odds.expected) / sheet.wager for odds in found]
    axes, below = place.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    axes.plot(sizes, worths, color=canvas.BLUE)
    axes.axhline(worths[-1], color=canvas.GRAY, linewidth=0.8)
    whole = f"a bank that covers\neverything: {signed(worths[-1], 4)}"
    canvas.note(axes, whole, (sizes[-1], worths[-1]), (0, 4), color=canvas.GRAY, ha="right", va="bottom")
    axes.set(ylim=(0, 1.05 * max(worths)), ylabel="expected,\nin units")
    below.plot(sizes, [float(odds.short) for odds in found], color=canvas.ORANGE)
    below.yaxis.set_major_formatter(canvas.in_percent())
    below.set(xlim=(0, sizes[-1]), ylim=(0, 1))
    below.set(xlabel="bank, in units of one wager", ylabel="chance to\nbe used up")


# readings


class ReadingBar(Struct, frozen=True):
    choice: str
    default: float
    value: float
    assumed: str = ""
    """The decks assumed if the text sets no limit."""


def reading_bars(effects: Sequence[ReadingEffect]) -> dict[str, list[ReadingBar]]:
    """List the choices that visibly change an edge, by wager."""
    found: dict[str, list[ReadingBar]] = {}
    for effect in effects:
        changes = {each.figure: each for each in effect.changes if _seen(each)}
        for wager, of_wager in WORDS.bars.items():
            for figure, played in of_wager.items():
                if change := changes.get(figure):
                    choice = f"{effect.reading}: {effect.choice}".replace("_", " ")
                    label = f"{effect.cites}  {choice}, {played}{_counted_with(change)}"
                    ends = float(change.default or 0), float(change.value or 0)
                    found.setdefault(wager, []).append(ReadingBar(label, *ends, _assumed(change)))
                    break
    return {wager: found[wager] for wager in WORDS.bars if wager in found}


def _seen(change: Change) -> bool:
    return change.difference is not None and abs(change.difference) >= SMALLEST_CHANGE


def _counted_with(change: Change) -> str:
    known = [each for each in (change.default_with, change.value_with) if each]
    sizes = dict.fromkeys(
        figures.size(each) if isinstance(each, DeckCount) else figures.counted(each) for each in known
    )
    return f", {' → '.join(sizes)}" if sizes else ""


def edge_by_reading(place: FigureBase, rows: Sequence[ReadingBar], longest: str) -> None:
    """Draw a bar from the default's edge to each choice's; `longest` reserves room for the labels."""
    axes = place.subplots()
    for at, bar in enumerate(rows):
        color = canvas.ORANGE if bar.value > bar.default else canvas.BLUE
        axes.barh(at, bar.value - bar.default, left=bar.default, height=0.5, color=color)
        axes.plot([bar.default] * 2, [at - 0.38, at + 0.38], color=canvas.INK, linewidth=1.2)
        canvas.note(axes, _change(bar), (max(bar.value, bar.default), at), (5, 0), color=canvas.GRAY)
    axes.set_yticks(range(len(rows)), [bar.choice for bar in rows])
    # An invisible longest label aligns the pictures of all wagers.
    canvas.note(
        axes, longest, (0, 0.5), (-3.5, 0), color="white", ha="right", xycoords="axes fraction", zorder=-1
    )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.spines["left"].set_visible(False)
    ends = [end for bar in rows for end in (bar.value, bar.default)]
    room = 0.05 * (max(ends) - min(ends))
    low, high = min(ends) - room, max(ends) + room
    axes.set_xlim(low, high)
    # Ticks with many decimals need twice the room.
    canvas.percent_ticks(axes.xaxis, low, high, 4 if max(ends) - min(ends) > FAR else 2)


def _assumed(change: Change) -> str:
    taken = (change.default_with, change.value_with)
    return next((figures.size(each) for each in taken if isinstance(each, DeckCount) and each.assumed), "")


def _change(bar: ReadingBar) -> str:
    """Write both edges with enough decimals to tell them apart."""
    digits = 2
    while decimal(100 * bar.default, digits) == decimal(100 * bar.value, digits):
        digits += 1
    return f"{decimal(100 * bar.default, digits)} → {decimal(100 * bar.value, digits)}%"
