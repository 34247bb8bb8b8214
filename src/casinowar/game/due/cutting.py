"""Whose turn it is to cut, and under which clause."""

from collections.abc import Iterator

from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import AbsentCutter, FirstCut
from casinowar.game.table import Table
from casinowar.game.words import DEALER, PLACES, Direction, Occasion


def next_cutter(rules: Rules, table: Table) -> int | None:
    """Find the seat that is offered the cut next, or None when it is the dealer's to make."""
    asked = {*table.cut.refused, *table.cut.cutters}
    return next((seat for seat in _line(rules, table) if table.seats[seat] not in asked), None)


def last_cutter(table: Table) -> int | None:
    """Find where the one sits who cut last: the dealer, or a player if still there."""
    if table.cut.cut_by == DEALER:
        return DEALER
    return next((_seat_of(table, player) for player in table.cut.cutters[-1:]), None)


def _seat_of(table: Table, player: str) -> int | None:
    """Find where a player sits; who stands behind a seat does not cut, nor who has left."""
    if table.is_gone(player):
        return None
    return next((seat for seat, name in table.seats.items() if name == player and seat < PLACES), None)


def cut_clause(rules: Rules, table: Table) -> Cited | None:
    """Find the clause that gives the cut to whom it is offered; a recut has its own."""
    cut = rules.book.cut
    if table.cut.cut_by is not None:
        return None
    if table.cut.refused:
        return _passes(rules, table)
    if table.occasion is Occasion.OPENING:
        return cut.first_player
    if table.occasion is Occasion.ORDERED:
        return cut.by_order
    if _came_out_at_a_seat(table):
        return cut.cover_card_seat if _entitled(table) is not None else cut.absent or cut.cover_card_seat
    if table.occasion is Occasion.RESHUFFLE:
        return cut.farthest_right
    return _not_listed(rules, table)[1]


def refusal_clause(rules: Rules, table: Table) -> Cited | None:
    cut = rules.book.cut
    if cut.straight_to_dealer and _has_own_right(rules, table, table.cut.offered):
        return cut.straight_to_dealer
    return _passes(rules, table) or cut.dealer_cuts


def _passes(rules: Rules, table: Table) -> Cited | None:
    cut, ordered = rules.book.cut, table.occasion is Occasion.ORDERED
    return cut.order_passes if ordered and cut.order_passes else cut.passes


def _has_own_right(rules: Rules, table: Table, seat: int | None) -> bool:
    """Tell whether a seat is first because of what its player did, and not because of where it is.

    Who had that right and refused may have left since.
    """
    if table.occasion in {Occasion.ORDERED, Occasion.RESHUFFLE}:
        has_refused = table.cover_card_player in table.cut.refused
        return _came_out_at_a_seat(table) and (has_refused or _entitled(table) == seat)
    begins = table.occasion is Occasion.OPENING
    return begins or _not_listed(rules, table)[0] is FirstCut.FIRST_PLAYER


def _came_out_at_a_seat(table: Table) -> bool:
    return table.occasion is Occasion.RESHUFFLE and table.cover_card_on is not None


def _entitled(table: Table) -> int | None:
    """Find the seat of the player on whose betting area the cover card appeared; it is not inherited."""
    return _seat_of(table, table.cover_card_player)


def _not_listed(rules: Rules, table: Table) -> tuple[FirstCut, Cited | None]:
    cut = rules.book.cut
    match table.occasion:
        case Occasion.IDLE:
            law, start, listed = cut.after_idle, FirstCut.FIRST_PLAYER, cut.first_player
        case Occasion.CHANGE:
            law, start, listed = cut.after_change, FirstCut.FIRST_PLAYER, cut.first_player
        case _:
            law, start, listed = cut.unlisted, FirstCut.FARTHEST_RIGHT, cut.farthest_right
    return (law.value, law) if law else (start, listed)


def _line(rules: Rules, table: Table) -> Iterator[int]:
    """Go around the seated players from the one who has the first right to cut, or from who answered last."""
    seats = sorted(seat for seat, player in table.seats.items() if seat < PLACES and player in table.present)
    if not seats:
        return
    law = rules.book.cut
    if law.passes is not None and law.passes.value is Direction.COUNTERCLOCKWISE:
        seats.reverse()
    first = _first(rules, table, seats)
    if law.passes is None or (law.straight_to_dealer and _has_own_right(rules, table, first)):
        if not table.cut.refused:
            yield first
        return
    start = seats.index(first if table.cut.passed is None else _beyond(table.cut.passed, seats))
    yield from seats[start:] + seats[:start]


def _first(rules: Rules, table: Table, seats: list[int]) -> int:
    by_arrival = min(seats, key=lambda seat: table.arrivals.index(table.seats[seat]))
    if table.occasion is Occasion.OPENING:
        return by_arrival
    if _came_out_at_a_seat(table):
        entitled = _entitled(table)
        return _next_from_empty_seat(rules, table, seats) if entitled is None else entitled
    if table.occasion in {Occasion.ORDERED, Occasion.RESHUFFLE}:
        return max(seats)
    return by_arrival if _not_listed(rules, table)[0] is FirstCut.FIRST_PLAYER else max(seats)


def _next_from_empty_seat(rules: Rules, table: Table, seats: list[int]) -> int:
    """Find who comes after a player who has left; the player who sits there now comes last."""
    law = rules.book.cut.absent
    if law is not None and law.value is AbsentCutter.FARTHEST_RIGHT:
        return max(seats)
    return _beyond(table.cover_card_on or 0, seats)


def _beyond(place: int, seats: list[int]) -> int:
    backward = seats[0] > seats[-1]
    beyond = [seat for seat in seats if seat != place and (seat < place) is backward]
    return beyond[0] if beyond else seats[0]
