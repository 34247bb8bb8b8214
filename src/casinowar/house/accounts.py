"""The house's accounts, and the postings between them for each event.

Where the game says "outside", the chips that a player brings or takes move from or to the player's wallet,
and all other chips from or to the cage.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from casinowar.game import events as e
from casinowar.game.events import Place
from casinowar.game.evolve import evolve_all
from casinowar.game.ledger import Account, transfer
from casinowar.game.money import Cents, dollars
from casinowar.game.table import Table

CAGE: Final = "cage"
COUPON: Final = "coupon"
COUPONS: Final = "coupons"
"""The source of issued coupons and the target of canceled ones."""
_PLAYERS_OWN: Final = (e.PlayerSeated, e.ChipsBought, e.ChipsCashed, e.PlayerLeft)


class Posting(NamedTuple):
    """An amount that moves from one account to another."""

    source: str
    target: str
    amount: Cents


def wallet(player: str) -> str:
    """Name the account of a player's money away from the tables."""
    return f"player/{player}"


def meter_account(meter: str) -> str:
    return f"meter/{meter}"


def coupon_account(player: str, value: Cents) -> str:
    return f"{COUPON}/{player}/{value}"


def laid_coupons(table: str) -> str:
    """Name the account of the coupons that lie at a table or were redeemed there."""
    return f"table/{table}/coupons"


@lru_cache(maxsize=10_000)  # every commit asks for mostly the same accounts
def may_be_overdrawn(account: str) -> bool:
    """Tell whether an account may go below zero: the cage, issued coupons and uncounted table inventories.

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
    """List the postings of events at a table; `table` is its state before them.

    A linked meter has one account for all its tables and is funded once, by the table that started it.
    """
    links = links or {}
    happened = 0  # how many of the events the table already contains
    for number, event in enumerate(events):
        if not isinstance(event, e.MoneyEvent):
            continue
        table, happened = evolve_all(table, events[happened:number]), number
        moved = transfer(event, table)
        if moved is not None and not _only_shows_meter(event, links, started):
            own = wallet(event.player) if isinstance(event, _PLAYERS_OWN) else CAGE
            source, target = _named(name, moved.source, own, links), _named(name, moved.target, own, links)
            yield Posting(source, target, moved.amount)


def _only_shows_meter(event: e.Event, links: Mapping[str, str], started: Collection[str]) -> bool:
    """Tell whether an event makes a table show a linked meter that is already funded."""
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
    """Find accounts of a table that went below zero, each with the first version at which it did."""
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
