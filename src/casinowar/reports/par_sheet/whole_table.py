"""The sheet's third part: several seats, the cover card, sessions and the player/dealer's bank."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from casinowar.game.words import Wager
from casinowar.odds.cover_card import LongRun
from casinowar.odds.hand import Strategy
from casinowar.odds.seats import TableOdds
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ParSheet
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
from casinowar.reports.numbers import counted, decimal, dollars, exact, percent, power, units
from casinowar.reports.par_sheet import measures
from casinowar.reports.par_sheet.wording import about, by_strategy, part, sentence

ROUNDS_HELD = 10_000
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
_TOLD = frozenset({5, 50, 95})
"""Percentiles that a narrow terminal has too."""


def seats(sheet: ParSheet) -> Iterator[Section]:
    """Give the covariance of seats, the table's swings and its hold."""
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
        None if sheet.seen else measures.holds(sheet),
        covariances if pairs else None,
        *_about_seats(sheet),
        every_seat=_every_seat(sheet),
    )


def _every_seat(sheet: ParSheet) -> str:
    """Say how seats play, and that this is not the best where that goes by the cards."""
    if sheet.together.strategy is None:
        return ""
    if _differ(sheet):
        return sentence("mixes_play")
    same = sheet.usual.house_edge == sheet.together.house_edge
    better = "" if same else sentence("not_the_best")
    return sentence("seats_play", how=played(sheet.together.strategy), better=better)


def _differ(sheet: ParSheet) -> bool:
    """Tell whether seats play otherwise with other wagers."""
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
    """Say how many seats wager, and what the table keeps of their wagers."""
    banked, number = sheet.rules.book.bank, sheet.rules.seats
    if banked:
        yield sentence("one_seat_banks", seats=number, others=number - 1)
    if not sheet.seen:
        full = measures.every_seat(sheet)
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


def long_run(sheet: ParSheet) -> Iterator[Section]:
    """Compare whole shoes, dealt down to the cover card, with a fresh one."""
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
        """Tell by how much they differ."""
        return None if self.fresh is None else self.long_run - self.fresh


def compared(odds: LongRun, sheet: ParSheet) -> list[LongRunEdge]:
    """Set each wager's edge in the long run beside that in a fresh shoe."""
    initial = {each.strategy: each.house_edge for each in sheet.initial}
    # Of several wars each has a tie wager of its own, and the long run is that of all of them together.
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


def sessions(sheet: ParSheet) -> Iterator[Section]:
    """Say where players stand after so many rounds, with and without a bankroll that can run out."""
    if not sheet.sessions:
        return
    luck, overcome = sheet.rounds_to_overcome_luck, ""
    if luck is not None:
        exactly = f", exactly {exact(luck)}" if exact(luck) else ""
        overcome = sentence("luck", **about(sheet), rounds=decimal(luck, 0), exactly=exactly)
    error = max((odds.error for odds in (*sheet.sessions, *sheet.with_bankroll)), default=Fraction(0))
    limit = f"With a bankroll of {counted(sheet.bankroll, 'unit')}"
    yield part(
        sheet,
        "sessions",
        _percentiles(sheet.sessions, "Without a limit"),
        _percentiles(sheet.with_bankroll, limit, sheet.bankroll) if sheet.with_bankroll else None,
        measures.bankrolls(sheet),
        " ".join(filter(None, (overcome, measures.without_end(sheet)))),
        bound=f" to within {power(error, '.0')}" if error else "",
    )


def _percentiles(found: tuple[SessionOdds, ...], caption: str, bankroll: int | None = None) -> Grid:
    return grid(
        (
            {
                Column("rounds"): f"{odds.rounds:,}",
                **{
                    Column(f"{each}%", detail=each not in _TOLD): units(odds.quantile(Fraction(each, 100)))
                    for each in PERCENTILES
                },
                Column("ahead"): percent(odds.ahead, 2),
                Column("even"): percent(odds.even, 2),
                detail_column("even with a rebate of"): percent(odds.even_rebate, 2) or "–",
                **(
                    {Column(f"ruined with {counted(bankroll, 'unit')}"): percent(odds.ruined, 2)}
                    if bankroll
                    else {}
                ),
            }
            for odds in found
        ),
        caption=caption,
    )


def bank(sheet: ParSheet) -> Iterator[Section]:
    """Give what a player/dealer can expect by the size of the bank."""
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
