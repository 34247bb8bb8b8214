"""Reenactment: play a record again under its rules, and find the first event that is not what they say.

Each command of the record is given to `decide` again, which says what it brings about; the record has to say
the same.
"""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.evolve import evolve_all
from casinowar.record import version_1
from casinowar.record.deviation import Deviation, compare
from casinowar.record.text import Record


def reenact(rules: Rules, record: Record) -> Deviation | None:
    """Find the first event of a record that is not what the rules say, or None."""
    table, position, recorded = record.before, 0, record.events
    if any(entry.command is None for entry in record.entries):
        return version_1.reenact(rules, table, recorded)
    for entry in record.entries:
        found = recorded[position] if position < len(recorded) else None
        if entry.at != table.clock:
            reason = f"The house's clock showed {table.clock}, not {entry.at}, when this was commanded."
            return Deviation(position=position, found=found, reason=reason)
        end = position + len(entry.events)
        if entry.command is not None:
            brought = compare(rules, table, _commanded(entry.command, entry.events), recorded, position)
            if isinstance(brought, Deviation):
                return brought
            table = evolve_all(table, brought)
            position += len(brought)
        if position != end:
            reason = "It does not stand below the command that brought it about."
            place = min(position, end)
            return Deviation(position=place, found=recorded[place], reason=reason)
    return None


def _commanded(command: c.Command, events: e.Events) -> c.Command:
    """Give a command; an opening of the time when none was counted has the inventory that the event says."""
    first = events[0] if events else None
    if not isinstance(command, c.OpenTable) or not isinstance(first, e.TableOpened) or first.counted:
        return command
    return replace(command, inventory=first.inventory, counted=False)
