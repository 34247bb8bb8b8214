"""Card counting and exposed cards."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game.cards import RANK_CODES
from casinowar.odds.card_counting_shoes import CounterProfit, CountingOdds, KeptCount
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
from casinowar.reports.numbers import counted, decimal, exact, percent, power
from casinowar.reports.par_sheet.wording import part, sentence
from casinowar.telling.phrases import listed

_RANKS = {code: rank for rank, code in RANK_CODES.items()}


def counter(sheet: ParSheet) -> Iterator[Section]:
    if not sheet.counter:
        return
    yield part(
        sheet,
        "counter",
        grid(
            {
                text_column("cards unseen"): str(odds.unseen),
                Column("chance of a favorable shoe"): power(odds.chance),
                exact_column("chance, exact"): exact(odds.chance),
                Column("player's edge when wagered"): percent(odds.edge_when_wagered, 2) or "–",
                Column("worth per round, in units"): power(odds.worth),
                exact_column("worth, exact"): exact(odds.worth),
            }
            for odds in sheet.counter
        ),
    )


def counting(sheet: ParSheet) -> Iterator[Section]:
    found = sheet.counting
    if found is None:
        return
    every = all(each.exact for each in found.profits)
    yield part(
        sheet,
        "counting",
        grid(map(_profit, found.profits), caption="From a new shoe to its last round"),
        _kept(found),
        _at_war(found) if found.war else None,
        cost=_cost(sheet, found),
        exactly=sentence("counted_exactly" if every else "counted_apart"),
    )


def _cost(sheet: ParSheet, found: CountingOdds) -> str:
    """Say what the initial wagers lose meanwhile, by strategy."""
    ways = {each.strategy for each in found.profits}
    counted_so = [odds for odds in sheet.initial if odds.strategy in ways] or sheet.initial[:1]
    each = [
        f"{decimal(100 * odds.house_edge, 2)} units{f' with {odds.strategy}' if len(counted_so) > 1 else ''}"
        for odds in counted_so
    ]
    return listed(each)


def _profit(odds: CounterProfit) -> dict[Column, Cell]:
    return {
        text_column("ties", width=10): f"{odds.strategy}{'' if odds.exact else ', about'}",
        text_column("burned cards", width=8): "seen" if odds.sees_burned else "not seen",
        Column("rounds in a shoe"): decimal(odds.rounds, 2),
        Column("tie wagers in a shoe"): power(odds.wagers),
        Column("won in a shoe"): power(odds.won),
        Column("won in 100 rounds"): power(odds.per_100_rounds),
    }


def _kept(found: CountingOdds) -> Grid:
    def row(each: KeptCount) -> dict[Column, Cell]:
        share = each.worth / found.perfect.worth if found.perfect.worth else None
        ranks = counted(each.ranks, "rank")
        return {
            text_column("count"): f"one of {ranks} together" if each.together else f"one for each of {ranks}",
            Column("betting correlation"): decimal(each.correlation),
            Column("chance of a favorable count"): power(each.chance),
            Column("worth per round, in units"): power(each.worth),
            exact_column("worth, exact"): exact(each.worth),
            Column("of the perfect counter's"): percent(share, 2) or "–",
        }

    return grid(
        map(row, found.kept),
        caption=f"Simpler counts, with {found.perfect.unseen} cards unseen, at the cover card",
    )


def _at_war(found: CountingOdds) -> Grid:
    return grid(
        (
            {
                text_column("cards unseen after a tie"): str(odds.unseen),
                Column("chance of a favorable shoe"): power(odds.chance),
                Column("player's edge when wagered"): percent(odds.edge_when_wagered, 2) or "–",
                Column("worth per war, in units"): power(odds.worth),
            }
            for odds in found.war
        ),
        caption="A perfect counter of the tie wager on the war deal",
    )


def exposed(sheet: ParSheet) -> Iterator[Section]:
    found = sheet.exposed
    if found is None:
        return
    tie = found.tie
    worth = found.at_war
    wars = any(each.war is not None for each in found.ranks)
    yield part(
        sheet,
        "exposed",
        grid(
            {
                text_column("rank"): _RANKS[each.rank],
                **both("the hand's card", each.hands, percent),
                **both("the dealer's card", each.dealers, percent),
                **({Column("the tie wager"): percent(each.tie)} if each.tie is not None else {}),
                **({detail_column("war, with the hand's war card"): _or_none(each.war)} if wars else {}),
            }
            for each in reversed(found.ranks)
        ),
        hands=percent(found.hands),
        dealers=percent(found.dealers),
        tie="" if tie is None else sentence("tie_known", worth=percent(tie)),
        at_war="" if worth is None else sentence("war_card_known", worth=percent(worth)),
    )


def _or_none(worth: Fraction | None) -> str:
    return "–" if worth is None else decimal(worth)
