"""What a reader of the sheet has to be told in words: wagers that return more than they cost."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.sheet import ParSheet, WagersOffered, wagers_offered
from casinowar.reports.names import WAGERS, played
from casinowar.reports.numbers import counted, dollars, percent
from casinowar.reports.sheet.wording import sentence


def warnings(rules: Rules) -> list[str]:
    """Name the wagers that favour the player, if odds cover them."""
    try:
        return flags(wagers_offered(rules))
    except InputError:
        # What the odds do not cover is no fault of the file's.
        return []


def flags(sheet: ParSheet | WagersOffered) -> list[str]:
    """Name every wager that favours the player, as the meters stand or in the long run."""
    now = [(name, how, back) for name, how, back in _returns(sheet) if back > 1]
    later = [(name, how, back) for name, how, back in _long_run_returns(sheet) if back > 1]
    told = (*_told("favours_player", now), *_told("favours_player_in_the_long_run", later))
    return [*told, *_small_wins_all(sheet)]


def _small_wins_all(sheet: ParSheet | WagersOffered) -> Iterator[str]:
    """Name the smallest wager that wins a whole meter to which larger ones add more."""
    law = sheet.rules.book.progressive
    whole = [odds for odds in sheet.progressive if any(hand.meter == 1 for hand in odds.hands)]
    if law is None or not whole:
        return
    small = min(whole, key=lambda odds: odds.wager)
    large = max(whole, key=lambda odds: odds.wager)
    if small.wager == large.wager or small.seed is None or large.rate is None:
        return
    reading = law.meter_share.reading if law.meter_share else ""
    yield sentence(
        "small_wins_all",
        small=dollars(small.wager),
        large=dollars(large.wager),
        reading=f" ({reading})" if reading else "",
        returns=percent(small.fixed_return + small.seed + large.rate * large.wager / small.wager, 2),
    )


def _told(name: str, found: list[tuple[str, str, Fraction]]) -> Iterator[str]:
    for wager in dict.fromkeys(wager for wager, _, _ in found):
        shares = [
            f"{percent(back, 2)}{f' ({how})' if how else ''}" for each, how, back in found if each == wager
        ]
        yield sentence(name, wager=wager, returns=", ".join(shares))


def _returns(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, Fraction]]:
    for odds in (*sheet.initial, *filter(None, (sheet.tie, sheet.dealer_wins)), *sheet.war_tie):
        yield WAGERS[odds.wager], played(odds.strategy), 1 - odds.house_edge
    for name, how, side in offered_wagers(sheet):
        yield name, how, 1 - side.house_edge


def _long_run_returns(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, Fraction]]:
    for name, how, side in offered_wagers(sheet):
        yield name, how, side.long_run_return or Fraction(0)


def offered_wagers(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, ProgressiveOdds | SpinOdds]]:
    """List the side wagers with meters by their names and how they are played."""
    for bet in sheet.progressive:
        yield f"{WAGERS[Wager.PROGRESSIVE]} {dollars(bet.wager)}", played(bet.strategy), bet
    for spin in sheet.bonus_spin:
        yield f"{WAGERS[Wager.BONUS_SPIN]} {dollars(spin.wager)}", counted(spin.positions, "position"), spin
