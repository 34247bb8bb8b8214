"""Sessions: results, the risk of ruin, and the bankroll that a player needs."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.odds.risk_of_ruin import RISKS
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Column, Grid, Section, detail_column, grid
from casinowar.reports.numbers import counted, decimal, exact, percent, power, units
from casinowar.reports.par_sheet.wording import about, part, sentence

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
_TOLD = frozenset({5, 50, 95})
"""Percentiles that a narrow terminal keeps."""


def sessions(sheet: ParSheet) -> Iterator[Section]:
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
        bankrolls(sheet),
        " ".join(filter(None, (overcome, without_end(sheet)))),
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


def bankrolls(sheet: ParSheet) -> Grid | None:
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
