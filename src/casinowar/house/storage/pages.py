"""Pages: commits with everything that is written together with them, and the rows that they become."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from casinowar.house.accounts import Posting
from casinowar.house.journal.shoes import SealedOrder
from casinowar.house.offices.linked_meters import MeterStand
from casinowar.house.storage.care_rows import NO_CARE, CareTaken
from casinowar.house.storage.schema import JOURNAL, METER_CHANGES, ORDERS, POSTINGS, REQUESTS, SNAPSHOTS
from casinowar.house.storage.sql import Row

Rows = dict[Any, list[Row]]
"""By the table of the database: what is inserted there, in the order of its columns."""


class JournalPage(Struct, frozen=True, kw_only=True):
    """A commit with everything that is written together with it."""

    table: str
    version: int
    at: int
    body: bytes
    link: bytes
    before: bytes = b""
    """The link of the commit that it was decided on."""
    id: str = ""
    digest: bytes = b""
    postings: tuple[Posting, ...] = ()
    orders: tuple[SealedOrder, ...] = ()
    snapshot: bytes = b""
    """What the table is like after it, now and then."""
    meters: tuple[MeterStand, ...] = ()
    care: CareTaken = NO_CARE
    beside: tuple[tuple[str, int], ...] = ()
    """Other journals that it was decided on, and their versions; where one has gone on it is decided anew."""


def rows_of(pages: Sequence[JournalPage]) -> tuple[Rows, dict[str, int]]:
    """Make the rows that pages become, and tell by how much each account changes."""
    rows: Rows = defaultdict(list)
    changes: dict[str, int] = defaultdict(int)
    for page in pages:
        of = (page.table, page.version)
        before = (page.version - 1, page.before) if page.version > 1 else (None, None)
        rows[JOURNAL].append((*of, page.at, page.body, page.link, *before))
        if page.id:
            rows[REQUESTS].append((page.id, page.digest, *of))
        for number, (source, target, amount) in enumerate(page.postings):
            changes[source] -= amount
            changes[target] += amount
            rows[POSTINGS].append((*of, number, source, target, amount))
        for each in page.meters:
            if each.changed:
                moved = (each.amount, each.version - 1 or None, each.before)
                rows[METER_CHANGES].append((each.meter, each.version, *of, *moved))
        for order in page.orders:
            rows[ORDERS].append((page.table, order.shuffle, page.version, order.commitment, order.sealed))
    last = {page.table: (page.table, page.version, page.snapshot) for page in pages if page.snapshot}
    rows[SNAPSHOTS] += last.values()
    return rows, changes
