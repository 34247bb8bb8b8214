"""Progressive wager, Envy Bonus and bonus spin."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from casinowar.game.book.bonus_spin import HotSpot, Pairing, Symbol, Wheel
from casinowar.game.book.progressive import EnvySize
from casinowar.game.money import cents
from casinowar.odds.distribution import root
from casinowar.odds.hand import Strategy
from casinowar.odds.meter import MeterCourse
from casinowar.odds.progressive import EnvyOdds, HandOdds, ProgressiveOdds
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import (
    Cell,
    Column,
    Grid,
    Section,
    both,
    exact_column,
    grid,
    side_by_side,
    text_column,
)
from casinowar.reports.names import edge, played
from casinowar.reports.numbers import decimal, dollars, exact, one_in, percent
from casinowar.reports.par_sheet.wording import part, sentence
from casinowar.telling.phrases import listed

_NO_RATE = "needs the house's rate"
_SHARES = {Fraction(0): "", Fraction(1): " and the meter"}


def progressive(sheet: ParSheet) -> Iterator[Section]:
    law = sheet.rules.book.progressive
    if law is None or not sheet.progressive:
        return
    back = law.gives_chip_back
    chip = "A won chip is given back" if back else "A won chip stays with the house"
    yield part(
        sheet,
        "progressive",
        *(_hands(odds, back=back) for odds in sheet.progressive),
        chip=chip + (f" ({law.won_chip.reading})" if law.won_chip.reading else ""),
        chip_included=", the chip given back included" if back else "",
    )
    sizes = [[*bets] for _, bets in groupby(sheet.progressive, key=lambda odds: odds.wager)]
    won = [_won(odds, each) for odds, each in zip(sheet.progressive, sheet.meters, strict=True) if each]
    alone = sentence("sizes_alone") if len(sizes) > 1 else ""
    shared = sentence("wins_a_share") if any(odds.wins_a_share for odds in sheet.progressive) else ""
    yield part(sheet, "meter", *map(_meters, sizes), *won, alone=alone, shared=shared)


def _meters(bets: list[ProgressiveOdds]) -> Grid:
    heads = (f"{odds.strategy or ''} {dollars(odds.wager)}".strip() for odds in bets)
    return grid(side_by_side(text_column(""), dict(zip(heads, map(_meter, bets), strict=True))))


def _won(odds: ProgressiveOdds, course: MeterCourse) -> Grid:
    """Show how long a win takes after a restart, and the meter at that time."""
    even = course.reaches_even
    played_for = f" of {dollars(odds.wager)}{f', {played(odds.strategy)}' if odds.strategy else ''}"
    reached = (
        "" if even is None else f", and is even for a wager at some time with the chance {percent(even, 2)}"
    )
    swings = sentence(
        "meter_swings",
        together=decimal(root(course.variance)),
        one=decimal(root(course.variance_of_one)),
    )
    average = f"when won the meter shows {dollars(course.average)} on average{reached}"
    return grid(
        (
            {
                text_column("wins after a restart"): f"{percent(each.share, 0)} of them",
                Column("within wagers"): f"{each.wagers:,}",
                Column("meter at most"): dollars(each.meter),
            }
            for each in course.won
        ),
        caption=f"Wagers{played_for}: {average}. {swings}",
    )


def _hands(odds: ProgressiveOdds, *, back: bool) -> Grid:
    strategy = f", {played(odds.strategy)}" if odds.strategy else ""

    def row(hand: str, chance: Fraction, pays: str, adds: Fraction) -> dict[Column, Cell]:
        return {
            text_column("hand"): hand,
            exact_column("chance, exact"): exact(chance),
            Column("chance"): one_in(chance),
            Column("pays"): pays,
            **both("adds to the return", adds, percent),
        }

    return grid(
        [
            *(
                row(
                    " and ".join(map(str, hand.hands)),
                    hand.chance,
                    _pays(hand, back=back),
                    hand.chance * hand.pays,
                )
                for hand in odds.hands
            ),
            row("nothing", odds.nothing, "–", Fraction(0)),
            {**row("all hands", Fraction(1), "", odds.fixed_return), Column("chance"): ""},
        ],
        lines_before=(len(odds.hands) + 1,),
        caption=f"Wager of {dollars(odds.wager)}{strategy}",
        paper=odds.strategy is Strategy.SURRENDER,
    )


def _pays(hand: HandOdds, *, back: bool) -> str:
    """Write the pay as the text does, without the chip."""
    return f"{hand.pays - back} to 1{_SHARES.get(hand.meter, f' and {hand.meter} of the meter')}"


def _meter(odds: ProgressiveOdds) -> dict[str, tuple[str, str]]:
    even, between = odds.break_even_meter, odds.rounds_between_hits
    missing = "not counted: wins a share" if odds.wins_a_share else _NO_RATE
    rate = _twice(odds.rate) if odds.meter_chance else ("", "no hand pays the meter")
    return {
        "return without the meter": _twice(odds.fixed_return),
        "meter": ("", dollars(odds.meter)),
        "return with the meter as it stands": _twice(1 - odds.house_edge),
        "meter at which the wager is even": ("", "no meter" if even is None else dollars(even)),
        "wagers from one meter win to the next": ("", "–" if between is None else decimal(between, 1)),
        "rate at which wagers raise the meter": rate,
        "added by restarts of the meter": _twice(odds.seed, missing),
        "return in the long run": _twice(odds.long_run_return, missing),
    }


def _twice(value: Fraction | None, missing: str = _NO_RATE) -> tuple[str, str]:
    return ("", missing) if value is None else (exact(value), percent(value))


def envy(sheet: ParSheet) -> Iterator[Section]:
    law = sheet.rules.book.progressive
    if not sheet.envy or law is None or law.envy is None:
        return
    first, several = sheet.envy[0], len(sheet.envy) > 1
    just = " of just this size" if law.envy.size is EnvySize.THAT_WAGER_ONLY and not several else ""
    received = [
        f"a wager{just} of {dollars(odds.wager)} receives {dollars(odds.bonus) if odds.bonus else 'nothing'}"
        for odds in sheet.envy
    ]
    yield part(
        sheet,
        "envy",
        *(
            _received(sheet, odds, f"Wager of {dollars(odds.wager)}" if several else "")
            for odds in sheet.envy
        ),
        hand=first.hand,
        chance=exact(first.chance) or percent(first.chance, 6),
        one_in=one_in(first.chance),
        received=listed(received),
        holder=sentence("holder_wagers") if law.envy.holder_needs_wager else "",
    )


def _received(sheet: ParSheet, odds: EnvyOdds, caption: str) -> Grid:
    most = max(1, sheet.rules.seats - 1)
    return grid(
        (
            {
                text_column("other players"): str(others),
                **both("adds to the return", odds.worth(others), percent),
            }
            for others in range(1, most + 1)
        ),
        caption=caption,
        details=tuple(range(1, most - 1)),
    )


def bonus_spin(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.bonus_spin:
        return
    first = sheet.bonus_spin[0]
    several = len({odds.wager for odds in sheet.bonus_spin}) > 1
    offered = sheet.rules.house.bonus_spin
    weighted = offered is not None and len(set(offered.positions)) > 1
    yield part(
        sheet,
        "bonus_spin",
        grid(
            {
                text_column("positions that wager"): str(odds.positions)
                + (f", {dollars(odds.wager)}" if several else "")
                + (f", position {odds.position}" if weighted else ""),
                Column("return without meters"): percent(odds.fixed_return, 2),
                Column("primary meter"): one_in(odds.meter_chances[0]),
                Column("secondary meter"): one_in(odds.meter_chances[1]),
                **both(edge(sheet.rules), odds.house_edge, percent),
                Column("return in the long run"): percent(odds.long_run_return, 2),
                Column("standard deviation", detail=True): decimal(odds.distribution.standard_deviation),
            }
            for odds in sheet.bonus_spin
        ),
        *_wheels(sheet),
        chance=exact(first.starts) or percent(first.starts, 6),
        meters=" and ".join(map(dollars, first.meters)),
        last="" if weighted else ", the last that is settled",
    )


def _wheels(sheet: ParSheet) -> Iterator[Grid | str]:
    law, offered = sheet.rules.book.bonus_spin, sheet.rules.house.bonus_spin
    if law is None or offered is None:
        return
    size = dollars(cents(law.amounts.value[0]))
    yield _wheel(law.hot_spot, offered.hot_spot, f"Hot spot, pays of a wager of {size}")
    if law.goes_to.value is not HotSpot.ONE_POSITION:
        return
    community = None if law.symbols.value is Pairing.PAIRED else offered.community
    yield _wheel(law.community, community, f"Community pay of a wager of {size}")
    if len(set(offered.positions)) > 1:
        weights = ", ".join(map(str, offered.positions))
        yield f"Weights of the positions, from the first, for the hot spot: {weights}."


def _wheel(symbols: tuple[Symbol, ...], wheel: Wheel | None, caption: str) -> Grid:
    weights = Counter[str]()
    for segment in wheel.segments if wheel else ():
        weights[segment.symbol] += segment.weight
    stops = f" of {sum(weights.values()):,}" if wheel else "paired"
    return grid(
        (
            {
                text_column("symbol"): each.symbol,
                Column("stops"): f"{weights[each.symbol]:,}{stops}" if weights else stops,
                Column("pays"): f"the {each.meter} meter" if each.meter else dollars(cents(each.pays or "0")),
                text_column("clause"): each.clause + (f" ({each.reading})" if each.reading else ""),
            }
            for each in symbols
            if not weights or each.symbol in weights
        ),
        caption=caption,
    )
