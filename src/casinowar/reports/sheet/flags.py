"""What a reader of the sheet has to be told in words: wagers that favour the player, or are paid short."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.measures.payout_limit import cut_together
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.sheet import ParSheet, WagersOffered, wagers_offered
from casinowar.reports.names import WAGERS, edge, played
from casinowar.reports.numbers import counted, dollars, percent
from casinowar.reports.sheet.wording import sentence
from casinowar.telling import phrases


def warnings(rules: Rules) -> list[str]:
    """Name the wagers that favour the player or are cut by a payout limit, if odds cover them."""
    try:
        return flags(wagers_offered(rules))
    except InputError:
        # What the odds do not cover is no fault of the file's.
        return []


def flags(sheet: ParSheet | WagersOffered) -> list[str]:
    """Name every wager that favours the player, now or in the long run, or that a payout limit cuts."""
    now = [(name, how, back) for name, how, back in _returns(sheet) if back > 1]
    later = [(name, how, back) for name, how, back in _long_run_returns(sheet) if back > 1]
    told = (*_told("favours_player", now), *_told("favours_player_in_the_long_run", later))
    return [*told, *_small_wins_all(sheet), *_falls(sheet.rules), *_cut(sheet)]


def _falls(rules: Rules) -> Iterator[str]:
    """Say that more ties in a row pay less than fewer, where they do."""
    pays = rules.tie_odds(Wager.TIE)
    for ties, (fewer, more) in enumerate(pairwise(pays), 1):
        if more < fewer:
            yield sentence(
                "more_ties_pay_less", more=ties + 1, fewer=counted(ties, "tie"), less=more, pays=fewer
            )


def _cut(sheet: ParSheet | WagersOffered) -> Iterator[str]:
    """Say from which wager on the payout limit cuts the pay, and what the edge is at the largest."""
    rules = sheet.rules
    limit = dollars(rules.payout_limit or 0)
    for cut in sheet.cuts:
        edges = [
            f"{percent(odds.house_edge, 2)}{f' ({played(odds.strategy)})' if odds.strategy else ''}"
            for odds in cut.odds
        ]
        yield sentence(
            "limit_cuts",
            limit=limit,
            wager=phrases.WAGERS[cut.wager],
            full=dollars(cut.paid_in_full),
            most=dollars(cut.most),
            edge=edge(rules),
            edges=", ".join(edges),
        )
    if not sheet.cuts and (most := cut_together(rules)):
        yield sentence("limit_cuts_together", limit=limit, most=dollars(most))


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
    for odds in (
        *sheet.initial,
        *filter(None, (sheet.tie, sheet.tie_given_up, sheet.dealer_wins)),
        *sheet.war_tie,
    ):
        yield WAGERS[odds.wager], played(odds.strategy), 1 - odds.house_edge
    own = [(name, how, side, 1 - side.house_edge) for name, how, side in offered_wagers(sheet)]
    yield from ((name, how, back) for name, how, _, back in own)
    yield from _with_envy(sheet, own)


def _long_run_returns(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, Fraction]]:
    own = [(name, how, side, side.long_run_return) for name, how, side in offered_wagers(sheet)]
    found = [(name, how, side, back) for name, how, side, back in own if back is not None]
    yield from ((name, how, back) for name, how, _, back in found)
    yield from _with_envy(sheet, found)


def _with_envy(
    sheet: ParSheet | WagersOffered, own: list[tuple[str, str, ProgressiveOdds | SpinOdds, Fraction]]
) -> Iterator[tuple[str, str, Fraction]]:
    """Add what other players' hands bring to progressive wagers that do not favour the player alone."""
    for envy in sheet.envy:
        for name, how, side, back in own:
            if isinstance(side, ProgressiveOdds) and side.wager == envy.wager and back <= 1:
                for others in range(1, sheet.rules.seats):
                    with_others = f"{how + ', ' if how else ''}{counted(others, 'other player')}"
                    yield f"{name} with the Envy Bonus", with_others, back + envy.worth(others)


def offered_wagers(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, ProgressiveOdds | SpinOdds]]:
    """List the side wagers with meters by their names and how they are played."""
    for bet in sheet.progressive:
        yield f"{WAGERS[Wager.PROGRESSIVE]} {dollars(bet.wager)}", played(bet.strategy), bet
    for spin in sheet.bonus_spin:
        yield f"{WAGERS[Wager.BONUS_SPIN]} {dollars(spin.wager)}", counted(spin.positions, "position"), spin
