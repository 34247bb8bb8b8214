"""Match play coupons as the house has issued them, in accounts beside those of money.

A coupon is worth what it says, and is laid down whole: what a player holds of each value has an account. From
there it goes to the table at which it is laid down, and comes back when the game gives it back; what stays
there was redeemed. Nobody's account goes below zero, so a coupon is good for once, whichever table it is at.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.evolve import evolve
from casinowar.game.legal import Action
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.game.table import Round, Table
from casinowar.game.words import Instrument
from casinowar.house.accounts import COUPON, Posting, coupon_account, laid_coupons

_Coupons = Counter[tuple[str, Cents]]
"""How many coupons of whom, of which value."""
Balance = Callable[[str], Cents]
Balances = Callable[[Sequence[str]], dict[str, Cents]]


class NoCouponError(InputError):
    """Say that somebody has no such coupon."""

    code = "no_coupon"


def coupon_postings(name: str, table: Table, events: Sequence[e.Event]) -> Iterator[Posting]:
    """List which coupons events at a table of this name move; the table is the one before them.

    One that stands for the next round stays at the table, although the game returns it with its round.
    """
    for event in events:
        lay, stood = _laid(table.round), _standing(table.round)
        table = evolve(table, event)
        lie, stand = _laid(table.round), _standing(table.round)
        back = stood - stand
        if isinstance(event, e.CouponReturned):
            back += lay - lie  # else the round is over, and what lay there was redeemed
        for (player, value), count in ((lie - lay) + (stand - stood)).items():
            yield Posting(coupon_account(player, value), laid_coupons(name), value * count)
        for (player, value), count in back.items():
            yield Posting(laid_coupons(name), coupon_account(player, value), value * count)


def _laid(current: Round | None) -> _Coupons:
    """Count the coupons of the hands in play, also those that the dealer has taken."""
    hands = current.hands.values() if current else ()
    return Counter((hand.player, value) for hand in hands for value in (*hand.coupons, *hand.tie_coupons))


def _standing(current: Round | None) -> _Coupons:
    """Count the coupons of void wagers that stand for the next round."""
    standing = current.standing if current else ()
    return Counter((each.player, value) for each in standing for value in each.coupons)


def check_coupons_held(postings: Sequence[Posting], balance: Balance) -> None:
    """Refuse to take a coupon from somebody who has none, before the account itself would."""
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
    """Tell whether somebody's coupons are among what is moved."""
    return any(account.startswith(f"{COUPON}/") for each in postings for account in each[:2])


def held_by(balances: Balances, values: Sequence[Cents], player: str) -> dict[Cents, int]:
    """Tell how many coupons a player holds of each value, of those that they ever had."""
    found = balances([coupon_account(player, value) for value in values])
    return {value: held // value for value in values if (held := found.get(coupon_account(player, value)))}


def limit_to_held(actions: Sequence[Action], held: dict[Cents, int]) -> Iterator[Action]:
    """Leave of the coupons that the law would take those that somebody has."""
    for action in actions:
        if Instrument.COUPON not in action.made_with:
            yield action
            continue
        for value in sorted(held):
            if action.holds(value):
                yield replace(action, command=action.of(value), least=value, most=value)
