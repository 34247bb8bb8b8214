"""Tables with match play coupons in the simulated house, and an independent count of each coupon."""

from collections import Counter
from random import Random

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.evolve import evolve
from casinowar.game.table import CLOSED
from casinowar.game.words import Instrument, Role, Wager
from casinowar.house.accounts import COUPON, laid_coupons
from casinowar.house.journal.commits import TableSettings, decode_commit, decode_settings
from casinowar.house.journal.requests import Actor
from casinowar.house.offices.cashier import CASHIER, CancelCoupon, CouponCancelled, CouponIssued, IssueCoupon
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.store import Store

CASH = Actor("Cara", frozenset({Role.FLOORPERSON}))
TAKES = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="100")}, coupons=True, smallest_chip="5")
COUPONS = TableSettings(rulebook="wisconsin", house=TAKES, readings={"match_play_coupons": "as_chips"})
VALUES = (5_00, 10_00, 25_00)


def coupon_wish(chance: Random, player: str) -> tuple[Actor, OfficeCommand]:
    """Ask the cashier to give somebody a coupon, or to take one back that may be laid down by now."""
    kind = chance.choice([IssueCoupon, IssueCoupon, IssueCoupon, CancelCoupon])
    return CASH, kind(player=player, amount=chance.choice(VALUES))


def lays(chance: Random) -> c.PlaceWager:
    """Lay down a coupon, whether or not there is one."""
    return c.PlaceWager(
        hand=chance.randint(1, 5),
        wager=chance.choice([Wager.INITIAL, Wager.INITIAL, Wager.TIE]),
        amount=chance.choice(VALUES),
        made_with=Instrument.COUPON,
    )


# what has to hold


def held_to_coupons(store: Store) -> int:
    """Hold every account of coupons to the journals, counted by hand; tells how many were laid down."""
    held: Counter[str] = Counter()
    for _, body, _ in store.pages(CASHIER):
        for event in decode_commit(body).events:
            if isinstance(event, CouponIssued | CouponCancelled):
                held[event.player] += event.amount if isinstance(event, CouponIssued) else -event.amount
    laid = 0
    for table in store.tables():
        if table not in OFFICES and decode_settings(store.settings(table) or b"").house.coupons:
            laid += _laid(store, table, held)
    balances = store.balances()
    for player, amount in held.items():
        own = [value for name, value in balances.items() if name.startswith(f"{COUPON}/{player}/")]
        assert sum(own) == amount >= 0, f"{player} holds {sum(own)} in coupons, by the journals {amount}"
    return laid


def _laid(store: Store, table: str, held: Counter[str]) -> int:
    """Take what lies at a table, or was redeemed there, from those who laid it down."""
    state, lie, laid = CLOSED, 0, 0
    for _, body, _ in store.pages(table):
        for event in decode_commit(body).events:
            after = evolve(state, event)
            if isinstance(event, e.CouponPlaced | e.CouponReturned):
                placed = isinstance(event, e.CouponPlaced)
                hand = (after if placed else state).hand(event.hand)
                assert hand is not None
                amount = event.amount if placed else -event.amount
                held[hand.player] -= amount
                lie += amount
                laid += placed
            state = after
    assert store.balance(laid_coupons(table)) == lie, f"{table} has other coupons than were laid down there"
    return laid
