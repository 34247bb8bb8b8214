"""Whose turn it is to cut, and under which clause."""

from collections.abc import Iterator

from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.table import Table
from casinowar.game.words import PLACES, Direction, Occasion

# who cuts


def next_cutter(rules: Rules, table: Table) -> int | None:
    """Find the seat that is offered the cut next, or None when it is the dealer's to make."""
    asked = {*table.cut.refused, table.cut.cut_by}
    return next((seat for seat in _line(rules, table) if seat not in asked), None)


def cut_clause(rules: Rules, table: Table) -> Cited | None:
    """Find the clause that gives the cut to whom it is offered; a recut has its own."""
    cut = rules.book.cut
    if table.cut.cut_by is not None:
        return None
    if table.cut.refused:
        return cut.passes
    match table.occasion:
        case Occasion.OPENING | Occasion.IDLE | Occasion.CHANGE:
            return cut.first_player
        case Occasion.ORDERED:
            return cut.by_order
        case Occasion.RESHUFFLE if table.cover_card_on in table.seats:
            return cut.cover_card_seat
        case _:
            return cut.farthest_right


def _line(rules: Rules, table: Table) -> Iterator[int]:
    """Go around the seated players from the one who has the first right to cut."""
    seats = sorted(seat for seat in table.seats if seat < PLACES)
    if not seats:
        return
    first = seats[-1]
    if table.occasion in {Occasion.OPENING, Occasion.IDLE, Occasion.CHANGE}:
        first = min(seats, key=lambda seat: table.arrivals.index(table.seats[seat]))
    elif table.occasion is Occasion.RESHUFFLE and table.cover_card_on in table.seats:
        first = table.cover_card_on
    passes = rules.book.cut.passes
    if passes is None:
        yield first
        return
    if passes.value is Direction.COUNTERCLOCKWISE:
        seats.reverse()
    start = seats.index(first)
    yield from seats[start:] + seats[:start]
