"""The whole table: several seats, terminals, largest payouts, the long run and the bank."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from casinowar.game.words import Wager
from casinowar.odds.cover_card import LongRun
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import TableOdds
from casinowar.odds.sheet import ParSheet
from casinowar.odds.table_variance import SwingOdds
from casinowar.reports.blocks import (
    Cell,
    Column,
    Grid,
    Section,
    both,
    detail_column,
    exact_column,
    grid,
    text_column,
)
from casinowar.reports.names import WAGERS, edge, played, winner
from casinowar.reports.numbers import Written, counted, decimal, dollars, exact, percent
from casinowar.reports.par_sheet.wording import about, by_strategy, if_offered, part, sentence

ROUNDS_HELD = 10_000
HANDLES: Final = (1_000, 10_000, 100_000, 1_000_000)
"""Numbers of rounds for the hold."""
CONFIDENCES: Final = (0.9, 0.95, 0.99)
_INCLUDED: Final = {
    Wager.INITIAL: ", war included",
    Wager.PROGRESSIVE: ", with the meter",
    Wager.BONUS_SPIN: ", with its meters",
}


# several seats


def seats(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.seats:
        return
    most = max(odds.seats for odds in sheet.seats)
    pairs = {odds.mix: odds.covariance for odds in sheet.seats if odds.seats > 1}
    covariances = grid(
        (
            {
                text_column("covariance of two seats that wager"): mix,
                exact_column("exact"): exact(pair),
                Column(""): decimal(pair, 8),
            }
            for mix, pair in pairs.items()
        ),
        paper=True,
    )
    yield part(
        sheet,
        "seats",
        grid(
            (_seat_row(odds, sheet) for odds in sheet.seats),
            lines_before=tuple(at for at, odds in enumerate(sheet.seats) if at and odds.seats == 1),
            details=tuple(at for at, odds in enumerate(sheet.seats) if odds.seats not in {1, 2, most}),
        ),
        None if sheet.seen else holds(sheet),
        covariances if pairs else None,
        *_about_seats(sheet),
        every_seat=_every_seat(sheet),
    )


def _every_seat(sheet: ParSheet) -> str:
    if sheet.together.strategy is None:
        return ""
    if _differ(sheet):
        return sentence("mixes_play")
    same = sheet.usual.house_edge == sheet.together.house_edge
    better = "" if same else sentence("not_the_best")
    return sentence("seats_play", how=played(sheet.together.strategy), better=better)


def _differ(sheet: ParSheet) -> bool:
    """Whether the strategy depends on the wagers."""
    return len({odds.strategy for odds in sheet.seats}) > 1


def _seat_row(odds: TableOdds, sheet: ParSheet) -> dict[Column, Cell]:
    held = zip(("hold, low", "hold, expected", "hold, high"), odds.hold(ROUNDS_HELD), strict=True)
    wagers = f"{odds.mix}{by_strategy(odds.strategy) if _differ(sheet) else ''}"
    return {
        text_column("each seat wagers"): wagers if odds.seats == 1 else "",
        Column("seats"): str(odds.seats),
        Column(f"{winner(sheet.rules)} wins per round"): decimal(odds.win, 5),
        detail_column("covariance"): decimal(odds.covariance, 5) if odds.seats > 1 else "–",
        Column("standard deviation"): decimal(odds.standard_deviation),
        **({} if sheet.seen else {Column(head): percent(each, 2) for head, each in held}),
    }


def _about_seats(sheet: ParSheet) -> Iterator[str]:
    banked, number = sheet.rules.book.bank, sheet.rules.seats
    if banked:
        yield sentence("one_seat_banks", seats=number, others=number - 1)
    if not sheet.seen:
        full = every_seat(sheet)
        yield sentence(
            "hold",
            **{**about(sheet), "together": by_strategy(full.strategy)},
            rounds=counted(ROUNDS_HELD, "round"),
            full=full.seats,
            mix=full.mix,
            hourly=sheet.rounds_an_hour,
            whose="player/dealer's" if banked else "house's",
            hour=dollars(full.theoretical_win(sheet.wager, sheet.rounds_an_hour)),
        )


def every_seat(sheet: ParSheet) -> TableOdds:
    """Return the table with every seat wagering the first mix."""
    return max(sheet.seats, key=lambda odds: (odds.mix is sheet.seats[0].mix, odds.seats))


def holds(sheet: ParSheet) -> Grid:
    full = every_seat(sheet)

    def row(rounds: int) -> dict[Column, Cell]:
        put_down = full.put_down * full.seats * sheet.wager * rounds
        cells: dict[Column, Cell] = {
            Column("rounds"): f"{rounds:,}",
            Column("handle"): _whole(dollars(put_down)),
        }
        for confidence in CONFIDENCES:
            low, _, high = full.hold(rounds, confidence)
            cells[Column(f"{confidence:.0%} low")] = percent(low, 2)
            cells[Column(f"{confidence:.0%} high")] = percent(high, 2)
        return cells

    how = f"{full.mix}{by_strategy(full.strategy)}"
    caption = f"Hold of {counted(full.seats, 'seat')} ({how}) by handle and confidence"
    return grid(map(row, HANDLES), caption=caption)


def _whole(amount: Written) -> Written:
    """Drop zero cents."""
    return Written(amount.removesuffix(".00"), amount.value, amount.unit)


def with_sides(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.with_sides:
        return
    yield part(
        sheet,
        "with_sides",
        grid(
            (_with_sides(odds, sheet) for odds in sheet.with_sides),
            lines_before=tuple(at for at, odds in enumerate(sheet.with_sides) if at and odds.seats == 1),
        ),
    )


def _with_sides(odds: SwingOdds, sheet: ParSheet) -> dict[Column, Cell]:
    sides = {"progressive": odds.sides.progressive, "bonus spin": odds.sides.bonus_spin}
    beside = " and ".join(f"{name} {dollars(size)}" for name, size in sides.items() if size)
    return {
        text_column("beside the initial wager"): beside if odds.seats == 1 else "",
        Column("seats"): str(odds.seats),
        Column(f"{winner(sheet.rules)} wins per round"): decimal(odds.win, 5),
        Column("variance"): decimal(odds.variance, 2),
        Column("standard deviation"): decimal(odds.standard_deviation),
    }


# electronic version


def electronic(sheet: ParSheet) -> Iterator[Section]:
    law = sheet.rules.book.electronic
    if law is None or not sheet.terminals:
        return
    no_house = sentence("electronic_if_offered", cards=law.community_cards.start)
    yield part(
        sheet,
        "electronic",
        grid(
            {
                text_column("cards backed"): str(odds.seats),
                Column(f"{winner(sheet.rules)} wins per round"): decimal(odds.win, 6),
                **both("variance", odds.variance, decimal),
                Column("standard deviation"): decimal(odds.standard_deviation),
            }
            for odds in sheet.terminals
        ),
        no_house="" if sheet.rules.house.electronic else no_house,
    )


# largest payouts


def exposure(sheet: ParSheet) -> Section:
    found = sheet.exposure
    rows = (
        {
            text_column("wager"): f"{WAGERS[each.wager]}{_INCLUDED.get(each.wager, '')}",
            Column("wagered"): dollars(each.size),
            Column("pays at most"): dollars(each.pays),
        }
        for each in found.pays
    )
    return part(
        sheet,
        "exposure",
        grid(rows),
        sizes=sentence("at_the_limits" if found.limited else "without_limits"),
        hand=dollars(found.hand),
        hands=counted(found.hands, "hand"),
        exposed=dollars(found.table),
        beside=not_exposed(sheet),
        coupon=_coupon(sheet),
    )


def not_exposed(sheet: ParSheet) -> str:
    return f"side wagers that meters pay{' and coupons' if sheet.rules.house.coupons else ''}"


def _coupon(sheet: ParSheet) -> str:
    if sheet.coupon is None:
        return ""
    offered = "" if sheet.rules.house.coupons else f"{if_offered(offered=False)},"
    return sentence("coupon", worth=percent(sheet.coupon), offered=offered)


# the long run


def long_run(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.long_run:
        return
    rows = [row for odds in sheet.long_run for row in _long_run_rows(odds, sheet)]
    yield part(
        sheet,
        "each_round_shuffled" if sheet.rules.reshuffles_each_round else "long_run",
        grid(
            rows, lines_before=tuple(at for at, row in enumerate(rows) if at and row[text_column("played")])
        ),
    )


class LongRunEdge(NamedTuple):
    """A wager's edge in the long run and in a fresh shoe."""

    wager: Wager
    long_run: Fraction
    fresh: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        return None if self.fresh is None else self.long_run - self.fresh


def compared(odds: LongRun, sheet: ParSheet) -> list[LongRunEdge]:
    initial = {each.strategy: each.house_edge for each in sheet.initial}
    # With several wars, each has its own tie wager; the long run covers all of them together.
    one_war = len(sheet.war_tie) == 1 and odds.strategy is Strategy.WAR
    wagers = (
        (Wager.INITIAL, odds.initial, initial.get(odds.strategy)),
        (Wager.TIE, odds.tie, sheet.tie.house_edge if sheet.tie else None),
        (Wager.WAR_TIE, odds.war_tie, sheet.war_tie[0].house_edge if one_war else None),
    )
    return [LongRunEdge(wager, value, fresh) for wager, value, fresh in wagers if value is not None]


def _long_run_rows(odds: LongRun, sheet: ParSheet) -> Iterator[dict[Column, Cell]]:
    for each in compared(odds, sheet):
        first = each.wager is Wager.INITIAL
        yield {
            text_column("played"): str(odds.strategy) if first else "",
            Column("rounds in a shoe"): decimal(odds.rounds, 2) if first else "",
            text_column("wager"): WAGERS[each.wager],
            Column(f"{edge(sheet.rules)} in the long run"): percent(each.long_run, 6),
            Column("fresh shoe"): percent(each.fresh, 6) or "–",
            Column("difference"): percent(each.difference, 6, sign=True) or "–",
        }


# the player/dealer's bank


def bank(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.bank:
        return
    unit, hands = sheet.wager, len(sheet.bank[0].wagers)
    yield part(
        sheet,
        "bank",
        grid(
            {
                text_column("bank"): dollars(odds.bank),
                **both("expected", odds.expected / unit, decimal),
                Column("standard deviation"): decimal(odds.distribution.standard_deviation / unit),
                Column("used up"): percent(odds.short),
                **{
                    Column(f"hand {number}", detail=1 < number < hands): decimal(hand / unit)
                    for number, hand in enumerate(odds.hands, 1)
                },
            }
            for odds in sheet.bank
        ),
        hands=hands,
    )
