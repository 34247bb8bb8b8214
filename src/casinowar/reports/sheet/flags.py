"""What a reader of the sheet has to be told in words: wagers that return more than they cost."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game.words import Wager
from casinowar.odds.sheet import ParSheet
from casinowar.reports.names import WAGERS, played
from casinowar.reports.numbers import counted, dollars, percent
from casinowar.reports.sheet.wording import sentence


def flags(sheet: ParSheet) -> list[str]:
    """Name every wager that favours the player, as the meters stand or in the long run."""
    now = [(name, how, back) for name, how, back in _returns(sheet) if back > 1]
    later = [(name, how, back) for name, how, back in _long_run_returns(sheet) if back > 1]
    return [*_told("favours_player", now), *_told("favours_player_in_the_long_run", later)]


def _told(name: str, found: list[tuple[str, str, Fraction]]) -> Iterator[str]:
    for wager in dict.fromkeys(wager for wager, _, _ in found):
        shares = [
            f"{percent(back, 2)}{f' ({how})' if how else ''}" for each, how, back in found if each == wager
        ]
        yield sentence(name, wager=wager, returns=", ".join(shares))


def _returns(sheet: ParSheet) -> Iterator[tuple[str, str, Fraction]]:
    for odds in (*sheet.initial, *filter(None, (sheet.tie, sheet.dealer_wins)), *sheet.war_tie):
        yield WAGERS[odds.wager], played(odds.strategy), 1 - odds.house_edge
    for bet in sheet.progressive:
        name = f"{WAGERS[Wager.PROGRESSIVE]} {dollars(bet.wager)}"
        yield name, played(bet.strategy), 1 - bet.house_edge
    for spin in sheet.bonus_spin:
        yield _spin(spin.wager), counted(spin.positions, "position"), 1 - spin.house_edge


def _long_run_returns(sheet: ParSheet) -> Iterator[tuple[str, str, Fraction]]:
    for bet in sheet.progressive:
        name = f"{WAGERS[Wager.PROGRESSIVE]} {dollars(bet.wager)}"
        yield name, played(bet.strategy), bet.long_run_return or Fraction(0)
    for spin in sheet.bonus_spin:
        back = spin.long_run_return or Fraction(0)
        yield _spin(spin.wager), counted(spin.positions, "position"), back


def _spin(wager: int) -> str:
    return f"{WAGERS[Wager.BONUS_SPIN]} {dollars(wager)}"
