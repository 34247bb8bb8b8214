"""Plays a record again under its rules and finds the first event that deviates from them."""

from collections.abc import Sequence

from msgspec import Struct

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.commands import Command
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import Refusal
from casinowar.game.table import Table
from casinowar.record.text import Record


class Deviation(Struct, frozen=True, kw_only=True):
    """The first event that is not what the rules say, by its position in the record.

    `found` is None if the record ends too early. `expected` is None if nothing could bring about what
    was found; then `reason` says why.
    """

    position: int
    expected: e.Event | None = None
    found: e.Event | None = None
    reason: str = ""


def reenact(rules: Rules, record: Record) -> Deviation | None:
    """Give each command to `decide` again and compare the events; None means that the record is lawful."""
    table, position, recorded = record.before, 0, record.events
    for entry in record.entries:
        found = recorded[position] if position < len(recorded) else None
        if entry.at != table.clock:
            reason = f"The house's clock showed {table.clock}, not {entry.at}, when this was commanded."
            return Deviation(position=position, found=found, reason=reason)
        end = position + len(entry.events)
        brought = _compare(rules, table, entry.command, recorded, position)
        if isinstance(brought, Deviation):
            return brought
        table = evolve_all(table, brought)
        position += len(brought)
        if position != end:
            reason = "It does not stand below the command that brought it about."
            place = min(position, end)
            return Deviation(position=place, found=recorded[place], reason=reason)
    return None


def _compare(
    rules: Rules, table: Table, command: Command, recorded: Sequence[e.Event], position: int
) -> tuple[e.Event, ...] | Deviation:
    found = recorded[position] if position < len(recorded) else None
    try:
        brought = decide(rules, table, command)
    except Refusal as refused:
        return Deviation(position=position, found=found, reason=str(refused))
    for place, expected in enumerate(brought, position):
        found = recorded[place] if place < len(recorded) else None
        if found != expected:
            return Deviation(position=place, expected=expected, found=found)
    return brought
