"""Warnings of the sheet: wagers that favor the player, or are not paid in full."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from casinowar.game.book.rules import Rules
from casinowar.game.phrase import Phrase, how_many
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.hand import Strategy
from casinowar.odds.payout_limit import cut_together
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.sheet import ParSheet, WagersOffered, wagers_offered
from casinowar.reports.names import WAGERS, edge, played
from casinowar.reports.numbers import Written, dollars, percent
from casinowar.reports.par_sheet.wording import WORDS
from casinowar.telling import phrases


def wager_warnings(rules: Rules) -> list[Phrase]:
    """Warn of wagers that favor the player or are cut by a payout limit, if the odds cover them."""
    try:
        return sheet_warnings(wagers_offered(rules))
    except InputError:
        # The odds do not cover everything that a file may say.
        return []


def sheet_warnings(sheet: ParSheet | WagersOffered) -> list[Phrase]:
    """Warn of every wager that favors the player, now or in the long run, or is cut by a payout limit."""
    now = [(name, how, back) for name, how, back in _returns(sheet) if back > 1]
    later = [(name, how, back) for name, how, back in _long_run_returns(sheet) if back > 1]
    told = (*_told("favours_player", now), *_told("favours_player_in_the_long_run", later))
    return [*told, *_small_wins_all(sheet), *_falls(sheet.rules), *_cut(sheet)]


def _falls(rules: Rules) -> Iterator[Phrase]:
    """Warn if more ties in a row pay less than fewer."""
    pays = rules.tie_odds(Wager.TIE)
    for ties, (fewer, more) in enumerate(pairwise(pays), 1):
        if more < fewer:
            yield _said(
                "more_ties_pay_less", more=ties + 1, fewer=how_many(ties, "tie"), less=more, pays=fewer
            )


def _cut(sheet: ParSheet | WagersOffered) -> Iterator[Phrase]:
    """Say from which wager the payout limit cuts the pay, and the edge at the largest wager."""
    rules = sheet.rules
    limit = dollars(rules.payout_limit or 0)
    for cut in sheet.cuts:
        yield _said(
            "limit_cuts",
            limit=limit,
            wager=Phrase("Odds.wager", phrases.WAGERS[cut.wager], wager=cut.wager),
            full=dollars(cut.paid_in_full),
            most=dollars(cut.most),
            edge=edge(rules),
            edges=_listed(_share(odds.house_edge, _played(odds.strategy)) for odds in cut.odds),
        )
    if not sheet.cuts and (most := cut_together(rules)):
        yield _said("limit_cuts_together", limit=limit, most=dollars(most))


def _small_wins_all(sheet: ParSheet | WagersOffered) -> Iterator[Phrase]:
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
    yield _said(
        "small_wins_all",
        small=dollars(small.wager),
        large=dollars(large.wager),
        reading=f" ({reading})" if reading else "",
        returns=percent(small.fixed_return + small.seed + large.rate * large.wager / small.wager, 2),
    )


def _told(name: str, found: list[tuple[str, str, Fraction]]) -> Iterator[Phrase]:
    for wager in dict.fromkeys(wager for wager, _, _ in found):
        shares = (_share(back, how) for each, how, back in found if each == wager)
        yield _said(name, wager=wager, returns=_listed(shares))


def _returns(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, Fraction]]:
    for odds in (
        *sheet.initial,
        *filter(None, (sheet.tie, sheet.tie_given_up, sheet.dealer_wins)),
        *sheet.war_tie,
    ):
        yield _wager(odds.wager), _played(odds.strategy), 1 - odds.house_edge
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
    """Add the Envy Bonus to progressive wagers that do not favor the player by themselves."""
    for envy in sheet.envy:
        for name, how, side, back in own:
            if isinstance(side, ProgressiveOdds) and side.wager == envy.wager and back <= 1:
                for others in range(1, sheet.rules.seats):
                    beside = how_many(others, "other player")
                    together = Phrase("Odds.with_envy", "{wager} with the Envy Bonus", wager=name)
                    yield together, _listed([how, beside] if how else [beside]), back + envy.worth(others)


def offered_wagers(sheet: ParSheet | WagersOffered) -> Iterator[tuple[str, str, ProgressiveOdds | SpinOdds]]:
    for bet in sheet.progressive:
        yield _sized(Wager.PROGRESSIVE, dollars(bet.wager)), _played(bet.strategy), bet
    for spin in sheet.bonus_spin:
        yield _sized(Wager.BONUS_SPIN, dollars(spin.wager)), how_many(spin.positions, "position"), spin


# words that another language can say, too


def _said(name: str, **facts: object) -> Phrase:
    return Phrase(f"Odds.{name}", " ".join(WORDS.sentences[name].split()), **facts)


def _wager(wager: Wager) -> Phrase:
    return Phrase("Odds.wager", WAGERS[wager], wager=wager)


def _sized(wager: Wager, amount: str) -> Phrase:
    return Phrase("Odds.wager_of", "{wager} {amount}", wager=_wager(wager), amount=amount)


def _played(strategy: Strategy | None) -> str:
    return Phrase(f"Strategy.{strategy}", played(strategy)) if strategy else ""


def _share(share: Fraction, how: str) -> str:
    written: Written = percent(share, 2)
    return Phrase("Odds.share", "{share} ({how})", share=written, how=how) if how else written


def _listed(said: Iterable[str]) -> str:
    return reduce(lambda first, then: Phrase("Odds.listed", "{first}, {then}", first=first, then=then), said)
