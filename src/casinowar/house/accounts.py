"""Accounts: between which of them each event moves money.

What the engine calls outside is a player's own money for the chips that the player brings and takes away, and
the cage for everything else.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.evolve import evolve_all
from casinowar.game.ledger import Account, transfer
from casinowar.game.money import Cents, dollars
from casinowar.game.table import Table
from casinowar.game.transfers import Place

CAGE: Final = "cage"
COUPON: Final = "coupon"
COUPONS: Final = "coupons"
"""Where coupons come from, and where cancelled ones go."""
_PLAYERS_OWN: Final = (e.PlayerSeated, e.ChipsBought, e.ChipsCashed, e.PlayerLeft)


class Posting(NamedTuple):
    """An amount that goes from one account to another, so that the books always balance."""

    source: str
    target: str
    amount: Cents


def wallet(player: str) -> str:
    """Name the account of a player's own money."""
    return f"player/{player}"


def meter_account(meter: str) -> str:
    """Name the account of a meter that tables of the house share."""
    return f"meter/{meter}"


def coupon_account(player: str, value: Cents) -> str:
    """Name the account of the coupons of one value that a player holds."""
    return f"{COUPON}/{player}/{value}"


def laid_coupons(table: str) -> str:
    """Name the account of the coupons that lie at a table, or were redeemed there."""
    return f"table/{table}/coupons"


@lru_cache(maxsize=10_000)  # it is asked of the same ones with every commit
def may_be_overdrawn(account: str) -> bool:
    """Tell whether an account may go below zero: the cage, and a table inventory that nobody counts.

    What stands at the coupons' account is how much the house has issued of them.

    >>> may_be_overdrawn("table/t/inventory"), may_be_overdrawn("player/inventory")
    (True, False)
    >>> may_be_overdrawn("table/t/chips/x/inventory")
    False
    """
    if account in {CAGE, COUPONS}:
        return True
    kind, _, rest = account.partition("/")
    return kind == "table" and rest.partition("/")[2] == Place.INVENTORY


def postings(
    name: str,
    table: Table,
    events: Sequence[e.Event],
    links: Mapping[str, str] | None = None,
    started: Collection[str] = (),
) -> Iterator[Posting]:
    """List what events at a table of this name move; the table is the one before them.

    A linked meter has one account in the house, and is put up once: what the table hears of others moves
    nothing, nor does its own beginning, unless it started the meter.
    """
    links = links or {}
    happened = 0  # so many of the events are those before the table
    for number, event in enumerate(events):
        if not isinstance(event, e.MoneyEvent):
            continue
        table, happened = evolve_all(table, events[happened:number]), number
        moved = transfer(event, table)
        if moved is not None and not _only_told(event, links, started):
            own = wallet(event.player) if isinstance(event, _PLAYERS_OWN) else CAGE
            source, target = _named(name, moved.source, own, links), _named(name, moved.target, own, links)
            yield Posting(source, target, moved.amount)


def _only_told(event: e.Event, links: Mapping[str, str], started: Collection[str]) -> bool:
    """Tell whether an event only has a table show what a meter of the house shows already."""
    if not isinstance(event, e.MeterStarted | e.MeterTold) or event.meter not in links:
        return False
    return isinstance(event, e.MeterTold) or links[event.meter] not in started


def _named(table: str, account: Account, own: str, links: Mapping[str, str]) -> str:
    if account[0] == Place.OUTSIDE:
        return own
    if account[0] == Place.METER and account[1] in links:
        return meter_account(links[str(account[1])])
    return "/".join(["table", table, *map(str, account)])


def overdrawn(table: str, posted: Sequence[tuple[int, Posting]]) -> Iterator[tuple[int, str]]:
    """Find the accounts of a table that went below zero, each once, with the version at which it did."""
    held: Counter[str] = Counter()
    found: set[str] = set()
    for version, moves in groupby(posted, key=itemgetter(0)):
        for _, (source, target, amount) in moves:
            held[source] -= amount
            held[target] += amount
        for account, amount in held.items():
            own = account.startswith(f"table/{table}/") and not may_be_overdrawn(account)
            if own and amount < 0 and account not in found:
                found.add(account)
                yield version, f"{account} went below zero: {dollars(amount)}"
