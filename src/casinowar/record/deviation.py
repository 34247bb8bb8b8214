"""The first event of a record that is not what the rules say."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.commands import Command
from casinowar.game.decide import decide
from casinowar.game.refusal import Refusal
from casinowar.game.table import Step, Table


class Deviation(Struct, frozen=True, kw_only=True):
    """The first event that is not what the rules say, by its position in the record.

    `found` is None where the record ends too early. `expected` is None where nothing could bring about what
    was found; then `reason` says why.
    """

    position: int
    expected: e.Event | None = None
    found: e.Event | None = None
    reason: str = ""


def compare(
    rules: Rules, table: Table, command: Command, recorded: Sequence[e.Event], position: int
) -> tuple[e.Event, ...] | Deviation:
    """Give a command, and compare what it brings about with what is recorded from a position on."""
    found = recorded[position] if position < len(recorded) else None
    try:
        brought = decide(rules, table, command)
    except Refusal as refused:
        return Deviation(position=position, found=found, reason=str(refused))
    for place, expected in enumerate(brought, position):
        found = recorded[place] if place < len(recorded) else None
        if found is None or not are_alike([found], [expected]):
            return Deviation(position=place, expected=expected, found=found)
    return brought


def are_alike(found: Sequence[Struct], expected: Sequence[Struct]) -> bool:
    """Tell whether events are the same, whatever clause is cited for acts to be done or for a stop.

    A better citation does not undo what was done.
    """
    return found == expected or [*map(_without_clauses, found)] == [*map(_without_clauses, expected)]


def _without_clauses(event: Struct) -> Struct:
    if isinstance(event, e.PlayStopped):
        return replace(event, clause="")
    steps: tuple[Step, ...] = getattr(event, "steps", ())
    return replace(event, steps=tuple(replace(step, clause="") for step in steps)) if steps else event
