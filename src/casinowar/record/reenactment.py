"""Reenactment: play a record again under its rules, and find the first event that is not what they say.

From what is recorded follows which command must have been given. `decide` then says what that command brings
about, and the record has to say the same.
"""

from collections.abc import Sequence

from msgspec import Struct

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.commands import Command
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Refusal
from casinowar.game.table import Table
from casinowar.record.commands import commands_behind
from casinowar.record.text import Record

Events = tuple[e.Event, ...]


class Deviation(Struct, frozen=True, kw_only=True):
    """The first event that is not what the rules say, by its position in the record.

    `found` is None where the record ends too early. `expected` is None where no command could bring about
    what was found; then `reason` says why.
    """

    position: int
    expected: e.Event | None = None
    found: e.Event | None = None
    reason: str = ""


def reenact(rules: Rules, record: Record) -> Deviation | None:
    """Find the first event of a record that is not what the rules say, or None."""
    table, position = record.before, 0
    while position < len(record.events):
        brought = _follow(rules, table, record.events, position)
        if isinstance(brought, Deviation):
            return brought
        table = evolve_all(table, brought)
        position += len(brought)
    return None


def _follow(rules: Rules, table: Table, recorded: Sequence[e.Event], position: int) -> Events | Deviation:
    """Find the command that brings about what comes next, or what speaks against all of them."""
    deviations = []
    for command in commands_behind(rules, table, recorded, position):
        brought = _give(rules, table, command, recorded, position)
        if not isinstance(brought, Deviation):
            return brought
        deviations.append(brought)
    if not deviations:
        duty = next_duty(rules, table)
        reason = f"Nothing that happened before leads to it; what is due is: {duty.act}. [{duty.clause}]"
        return Deviation(position=position, found=recorded[position], reason=reason)
    return max(deviations, key=lambda each: (each.position, each.expected is not None))


def _give(
    rules: Rules, table: Table, command: Command, recorded: Sequence[e.Event], position: int
) -> Events | Deviation:
    """Give a command, and compare what it brings about with what is recorded."""
    try:
        brought = decide(rules, table, command)
    except Refusal as refused:
        return Deviation(position=position, found=recorded[position], reason=str(refused))
    for place, expected in enumerate(brought, position):
        found = recorded[place] if place < len(recorded) else None
        if found != expected:
            return Deviation(position=place, expected=expected, found=found)
    return brought
