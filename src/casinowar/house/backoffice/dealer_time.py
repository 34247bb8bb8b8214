"""Dealers: their time in the house and at tables, and how fast they deal."""

from typing import Final

from casinowar.game.commands import OpenTable
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.views import DealerTime

_HOUR: Final = 3_600_000
_SOFTWARE: Final = OpenTable().dealer
"""The name of the dealer at a table where software deals."""


def dealer_times(books: Books, now: int) -> list[DealerTime]:
    """List every dealer except software, unless a person of that name clocked in."""
    clocked: dict[str, int] = {}
    on_duty: set[str] = set()
    for each in books.pit().clocked():
        clocked[each.dealer] = clocked.get(each.dealer, 0) + max(0, (each.ended or now) - each.began)
        if not each.ended:
            on_duty.add(each.dealer)
    dealt: dict[str, tuple[int, int, dict[str, None]]] = {name: (0, 0, {}) for name in clocked}
    for table in books.tables():
        for stint in books.of(table).stints():
            if stint.dealer == _SOFTWARE and stint.dealer not in clocked:
                continue
            time, rounds, tables = dealt.get(stint.dealer, (0, 0, {}))
            time += max(0, (stint.ended or now) - stint.began)
            dealt[stint.dealer] = time, rounds + stint.rounds, tables | {table: None}
    return [
        DealerTime(
            dealer=name,
            clocked_seconds=clocked.get(name, 0) // 1000,
            on_duty=name in on_duty,
            dealt_seconds=time // 1000,
            rounds=rounds,
            rounds_an_hour=rounds * _HOUR / time if time else None,
            tables=(*tables,),
        )
        for name, (time, rounds, tables) in sorted(dealt.items())
    ]
