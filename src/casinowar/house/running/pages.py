"""Pages: commits with everything that is written together with them, and the rows that they become."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from casinowar.house.accounts import Posting
from casinowar.house.care.rows import NO_CARE, CareTaken
from casinowar.house.meters.linking import MeterStand
from casinowar.house.schema import JOURNAL, METER_CHANGES, ORDERS, POSTINGS, REQUESTS
from casinowar.house.shoes import SealedOrder

Rows = dict[Any, list[dict[str, Any]]]
"""By the table of the database: what is inserted there."""


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
    meters: tuple[MeterStand, ...] = ()
    care: CareTaken = NO_CARE
    beside: tuple[tuple[str, int], ...] = ()
    """Other journals that it was decided on, and their versions; where one has gone on it is decided anew."""


def rows_of(pages: Sequence[JournalPage]) -> tuple[Rows, dict[str, int]]:
    """Make the rows that pages become, and tell by how much each account changes."""
    rows: Rows = defaultdict(list)
    changes: dict[str, int] = defaultdict(int)
    for page in pages:
        of = {"table": page.table, "version": page.version}
        first = page.version == 1
        rows[JOURNAL].append(
            {
                **of,
                "at": page.at,
                "body": page.body,
                "link": page.link,
                "previous": None if first else page.version - 1,
                "before": None if first else page.before,
            }
        )
        if page.id:
            rows[REQUESTS].append({**of, "id": page.id, "digest": page.digest})
        for number, (source, target, amount) in enumerate(page.postings):
            changes[source] -= amount
            changes[target] += amount
            rows[POSTINGS].append(
                {**of, "number": number, "source": source, "target": target, "amount": amount}
            )
        for each in page.meters:
            if each.changed:
                rows[METER_CHANGES].append(
                    {
                        "meter": each.meter,
                        "version": each.version,
                        "table": page.table,
                        "table_version": page.version,
                        "amount": each.amount,
                        "previous": each.version - 1 or None,
                        "before": each.before,
                    }
                )
        for order in page.orders:
            rows[ORDERS].append(
                {**of, "shuffle": order.shuffle, "commitment": order.commitment, "sealed": order.sealed}
            )
    return rows, changes
