"""Match play coupons as accounts beside those of money.

A player has one account for each value of coupon. A coupon moves whole: to the account of the table where it
is laid down, and back if the game returns it; what stays there was redeemed. No account goes below zero, so a
coupon works once, at any table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import Action
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.table import Round, Table
from casinowar.game.words import Instrument
from casinowar.house.accounts import COUPON, Posting, coupon_account, laid_coupons

_Coupons = Counter[tuple[str, Cents]]
"""Numbers of coupons by player and value."""
Balance = Callable[[str], Cents]
Balances = Callable[[Sequence[str]], dict[str, Cents]]


class NoCouponError(InputError):
    code = "no_coupon"


def coupon_postings(name: str, table: Table, events: Sequence[e.Event]) -> Iterator[Posting]:
    """List the postings of coupons by events at a table; `table` is its state before them.

    A coupon whose wager stands for the next round stays at the table, although the game returns it.
    """
    for event in events:
        lay, stood = _laid(table.round), _standing(table.round)
        table = evolve(table, event)
        lie, stand = _laid(table.round), _standing(table.round)
        back = stood - stand
        if isinstance(event, e.CouponReturned):
            back += lay - lie  # otherwise the round is over, and they were redeemed
        for (player, value), count in ((lie - lay) + (stand - stood)).items():
            yield Posting(coupon_account(player, value), laid_coupons(name), value * count)
        for (player, value), count in back.items():
            yield Posting(laid_coupons(name), coupon_account(player, value), value * count)


def _laid(current: Round | None) -> _Coupons:
    hands = current.hands.values() if current else ()
    return Counter((hand.player, value) for hand in hands for value in (*hand.coupons, *hand.tie_coupons))


def _standing(current: Round | None) -> _Coupons:
    standing = current.standing if current else ()
    return Counter((each.player, value) for each in standing for value in each.coupons)


def check_coupons_held(postings: Sequence[Posting], balance: Balance) -> None:
    """Refuse a coupon that its player does not have, with a better reason than the overdrawn account."""
    taken: Counter[str] = Counter()
    for source, target, amount in postings:
        taken[source] += amount
        taken[target] -= amount
    for account, amount in taken.items():
        kind, _, rest = account.partition("/")
        if kind == COUPON and amount > 0 and balance(account) < amount:
            player, _, value = rest.rpartition("/")
            raise NoCouponError(
                Phrase(
                    "House.no_coupon",
                    "{player} has no coupon of {value} from this house.",
                    player=player,
                    value=dollars(int(value)),
                )
            )


def moves_coupons(postings: Sequence[Posting]) -> bool:
    return any(account.startswith(f"{COUPON}/") for each in postings for account in each[:2])


def held_by(balances: Balances, values: Sequence[Cents], player: str) -> dict[Cents, int]:
    """Count a player's coupons of each value; `values` are those that they ever had."""
    found = balances([coupon_account(player, value) for value in values])
    return {value: held // value for value in values if (held := found.get(coupon_account(player, value)))}


def limit_to_held(actions: Sequence[Action], held: dict[Cents, int]) -> Iterator[Action]:
    for action in actions:
        if Instrument.COUPON not in action.made_with:
            yield action
            continue
        for value in sorted(held):
            if action.holds(value):
                yield replace(action, command=action.of(value), least=value, most=value)
