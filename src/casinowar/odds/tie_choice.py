"""The choice on a tie: what war and surrender are worth, alone and beside a progressive wager."""

from fractions import Fraction
from functools import cache

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.hand import TIE, Strategy, Wagered, moved, strategies, usual_wager, ways, worth_of_tie
from casinowar.odds.progressive import amount_paid, paid, starting_meter
from casinowar.odds.shoe import Shoe
from casinowar.odds.showings import showings


class TieChoice(Struct, frozen=True, kw_only=True):
    """What going to war and surrendering are worth on a tie, in cents, all wagers of the hand together."""

    suited: bool | None
    """Whether the tie is suited; None where nothing depends on it."""
    progressive: Cents
    """The progressive wager of the hand."""
    war: Fraction
    surrender: Fraction


def choices(
    rules: Rules, shoe: Shoe, *, initial: Cents | None = None, wager: Cents = 0, meter: Cents | None = None
) -> list[TieChoice]:
    """Compare war with surrender on a suited tie and on another, with a progressive wager of this size."""
    law = rules.book.progressive
    if Strategy.BEST not in strategies(rules):
        return []
    amount = initial or usual_wager(rules)
    plans = (Strategy.WAR, Strategy.SURRENDER)
    if not any(path.original is TIE for path, _ in ways(rules, shoe)):
        return []
    if law is None or not wager:
        war, surrender = (_given_tie(rules, shoe, plan, amount) for plan in plans)
        return [TieChoice(suited=None, progressive=0, war=war, surrender=surrender)]
    shows = starting_meter(rules) if meter is None else meter
    held = {plan: [each for each in showings(rules, shoe, plan) if each.held] for plan in plans}
    main = cache(lambda cards, plan: worth_of_tie(rules, shoe, cards, plan, amount))

    def worth(plan: Strategy, *, suited: bool) -> Fraction:
        chances = pays = Fraction(0)
        for each in held[plan]:
            if each.suited is suited:
                hands = paid(law, each.held, given_up=plan is Strategy.SURRENDER)
                chances += each.chance
                pays += each.chance * (main(each.cards, plan) + amount_paid(rules, law, hands, wager, shows))
        return pays / chances

    return [
        TieChoice(
            suited=suited,
            progressive=wager,
            war=worth(Strategy.WAR, suited=suited),
            surrender=worth(Strategy.SURRENDER, suited=suited),
        )
        for suited in (True, False)
        if any(each.suited is suited for each in held[Strategy.SURRENDER])
    ]


def _given_tie(rules: Rules, shoe: Shoe, strategy: Strategy, initial: Cents) -> Fraction:
    """Find what the initial wager is worth once the original deal is a tie."""
    found = [(path, chance) for path, chance in ways(rules, shoe, strategy, initial) if path.original is TIE]
    total = sum((chance for _, chance in found), Fraction(0))
    won = sum((chance * moved(rules, path, Wagered(initial)).net for path, chance in found), Fraction(0))
    return won / total
