"""The sheet's fourth part: the hold at several handles, largest payouts, ruin, and other pays."""

from collections.abc import Iterator
from typing import Final

from casinowar.game.words import Wager
from casinowar.odds.risk_of_ruin import RISKS
from casinowar.odds.seats import TableOdds
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Cell, Column, Grid, Section, both, grid, text_column
from casinowar.reports.names import WAGERS, edge
from casinowar.reports.numbers import Written, counted, decimal, dollars, percent, units
from casinowar.reports.par_sheet.wording import about, by_strategy, if_offered, part, sentence

HANDLES: Final = (1_000, 10_000, 100_000, 1_000_000)
"""After how many rounds the hold is told."""
CONFIDENCES: Final = (0.9, 0.95, 0.99)


_INCLUDED: Final = {
    Wager.INITIAL: ", war included",
    Wager.PROGRESSIVE: ", with the meter",
    Wager.BONUS_SPIN: ", with its meters",
}


def every_seat(sheet: ParSheet) -> TableOdds:
    """Take the table with every seat wagering the first mix."""
    return max(sheet.seats, key=lambda odds: (odds.mix is sheet.seats[0].mix, odds.seats))


def holds(sheet: ParSheet) -> Grid:
    """Give the hold of a full table by how much was put down, at several confidences."""
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
    """Leave the cents of an amount unsaid where there are none."""
    return Written(amount.removesuffix(".00"), amount.value, amount.unit)


def exposure(sheet: ParSheet) -> Section:
    """Give the most that wagers, a hand and a table can be paid in one round."""
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
    """Name what the largest exposure leaves out."""
    return f"side wagers that meters pay{' and coupons' if sheet.rules.house.coupons else ''}"


def _coupon(sheet: ParSheet) -> str:
    if sheet.coupon is None:
        return ""
    offered = "" if sheet.rules.house.coupons else f"{if_offered(offered=False)},"
    return sentence("coupon", worth=percent(sheet.coupon), offered=offered)


def bankrolls(sheet: ParSheet) -> Grid | None:
    """Give the bankroll that a session needs for a given risk of ruin."""
    if not sheet.bankrolls:
        return None
    return grid(
        (
            {
                Column("rounds"): f"{each.rounds:,}",
                **{
                    Column(f"ruined in {percent(risk, 0)}"): f"{needed:,}"
                    for risk, needed in zip(RISKS, each.units, strict=True)
                },
            }
            for each in sheet.bankrolls
        ),
        caption="Bankroll, in units, for a given chance of ruin",
    )


def without_end(sheet: ParSheet) -> str:
    """Say what becomes of a bankroll that is played for ever, and what a bank needs to last."""
    found = sheet.endless
    said = []
    if found.rounds:
        low, high = (decimal(each, 0) for each in found.rounds)
        said.append(sentence("ruin_is_certain", units=sheet.bankroll, low=low, high=high))
    if found.bank:
        at_least = [
            f"{needed:,} ({percent(risk, 0)})" for risk, needed in zip(RISKS, found.bank, strict=True)
        ]
        said.append(sentence("bank_that_lasts", **about(sheet), banks=", ".join(at_least)))
    return " ".join(said)


def other_pays(sheet: ParSheet) -> Iterator[Section]:
    """Set other pays beside those of the text."""
    if not sheet.other_pays:
        return
    rows = []
    for each in sheet.other_pays:
        pays = f"{each.pays} to 1" if each.wager is Wager.TIE else f"{units(each.pays)} net"
        rows.append(
            {
                text_column("if"): "the tie wager pays" if each.wager is Wager.TIE else "a tied war brings",
                Column("pay"): pays,
                **both(edge(sheet.rules), each.house_edge, percent),
                text_column(" "): "as here" if each.own else "",
            }
        )
    first = next((at for at, each in enumerate(sheet.other_pays) if each.wager is Wager.INITIAL), 0)
    yield part(sheet, "other_pays", grid(rows, lines_before=(first,) if first else ()))
