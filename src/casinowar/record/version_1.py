"""Records of the first version, which name no commands and have the house's choices on lines.

What was commanded is found by trying: of the commands that `decide` accepts, the one that brings about what
is recorded. Who gave it, the record does not say.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.bonus_spin import Designated, OwnPay, Segment
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.citation import cited
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.table import Table
from casinowar.game.words import DEALER, Instrument, Wager
from casinowar.record.deviation import Deviation, compare
from casinowar.record.lines import Line, converted, fields, read_values
from casinowar.telling.phrases import player_at

# the house

_PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "house": House,
    "limit": Limit,
    "electronic": ElectronicChoices,
    "meter": MeterChoices,
    "designated": Designated,
    "segment": Segment,
    "small_wager_pay": OwnPay,
}
HEADS: Final = (*_PARTS, "progressive", "bonus_spin", "wheel")
"""The words that lines about the house begin with."""

_LISTS: Final = {"designated": "cards", "small_wager_pay": "small_wager_pays"}
_NAMES: Final = {
    "limit": ("wager", tuple(Wager)),
    "meter": ("name", ("progressive", "primary", "secondary")),
    "wheel": ("name", ("hot_spot", "community")),
    "segment": ("wheel", ("hot_spot", "community")),
}
"""The lines that name what they are about, under which name, and what they can be about."""
_ELSEWHERE: Final = ("readings", "limits", "progressive", "bonus_spin", "electronic")


def read_house(lines: list[Line]) -> House:
    """Read the house's choices from all the lines about it."""
    house: dict[str, Any] = {}
    spin: dict[str, Any] = {}
    for line in lines:
        about, values = _part(line)
        match line.head:
            case "house":
                house |= values
            case "limit":
                house.setdefault("limits", {})[about] = values
            case "meter" if about == "progressive":
                house.setdefault("progressive", {})["meter"] = values
            case "meter" | "wheel":
                spin.setdefault(about, {}).update(values)
            case "segment":
                spin.setdefault(about, {}).setdefault("segments", []).append(values)
            case "designated" | "small_wager_pay":
                spin.setdefault(_LISTS[line.head], []).append(values)
            case "bonus_spin":
                spin |= values
            case head:
                house.setdefault(head, {}).update(values)
    if spin:
        house["bonus_spin"] = spin
    return converted(lines[0], house, House) if lines else House()


def _part(line: Line) -> tuple[str, dict[str, Any]]:
    """Read what a line is about, and the values that it has."""
    name, known = _NAMES.get(line.head, ("", ("",)))
    about = line.values.get(name, "")
    if about not in known:
        raise line.wrong(f"{name}: {line.head} is about one of: {', '.join(known)}")
    rest = {each: text for each, text in line.values.items() if each != name}
    line = msgspec.structs.replace(line, values=rest)
    if line.head not in _PARTS:
        return about, _sizes(line)
    return about, read_values(fields(_PARTS[line.head]), line, leave_out=_ELSEWHERE)


def _sizes(line: Line) -> dict[str, Any]:
    """Read the sizes in which a wager is offered, the weights of positions, or the stops of a wheel."""
    values: dict[str, Any] = {}
    for name, text in line.values.items():
        parts = [part.strip() for part in text.replace(",", ";" if name == "positions" else ",").split(";")]
        numbers = [int(part) if part.isdecimal() else part for part in parts]
        values[name] = {"amounts": parts, "positions": numbers}.get(name, numbers[0])
    return values


# the commands


def reenact(rules: Rules, table: Table, recorded: Sequence[e.Event]) -> Deviation | None:
    """Find the first event that no command brings about, or None."""
    position = 0
    while position < len(recorded):
        brought = _follow(rules, table, recorded, position)
        if isinstance(brought, Deviation):
            return brought
        table = evolve_all(table, brought)
        position += len(brought)
    return None


def _follow(
    rules: Rules, table: Table, recorded: Sequence[e.Event], position: int
) -> tuple[e.Event, ...] | Deviation:
    """Find the command that brings about what comes next, or what speaks against all of them."""
    duty = next_duty(rules, table)
    reason = f"Nothing that happened before leads to it; what is due is: {duty.act}.{cited(duty.clause)}"
    nearest = Deviation(position=position, found=recorded[position], reason=reason)
    best = (-1, False)
    for command in _possible(table, duty, recorded[position : position + _FAR]):
        brought = compare(rules, table, command, recorded, position)
        if not isinstance(brought, Deviation):
            return brought
        # What speaks for a command: that it is due, and what it rightly brings about.
        due = command.act is duty.act and brought.expected is not None
        if (brought.position, due) > best and (due or brought.position > position):
            nearest, best = brought, (brought.position, due)
    return nearest


_FAR: Final = 12
"""So many events are looked at for what a command says."""


def _possible(table: Table, duty: Duty, recorded: Sequence[e.Event]) -> Iterator[c.Command]:
    """List the commands that may be given now, with what the next events say in their fields."""
    said: dict[str, object] = {}
    for event in recorded:
        told = {name: getattr(event, name) for name in event.__struct_fields__}
        said = {name: value for name, value in told.items() if value is not None} | said
    said |= {"act_done": said.get("act"), "cards": said.get("cards")}
    for kind in c.COMMANDS.values():
        if kind.act in {None, duty.act}:
            yield from _filled(kind, table, said)


def _filled(kind: type[c.Command], table: Table, said: dict[str, Any]) -> Iterator[c.Command]:
    seat = said.get("seat") or DEALER
    others: dict[str, Sequence[object]] = {
        "by": sorted(kind.roles, key=lambda role: role != said.get("by")),
        "player": (player_at(table, seat), player_at(table, said.get("hand") or seat), *table.arrivals[:1]),
        "seat": (seat,),
        "wager": (Wager.INITIAL,),
        "made_with": tuple(Instrument),
    }
    choices: list[list[Any]] = []
    for field in msgspec.structs.fields(kind):
        values: list[Any] = [False, True] if field.type is bool else []
        values += [] if field.required else [field.default]
        values += [said[field.name]] if said.get(field.name) is not None else []
        values += others.get(field.name, ())
        if field.name == "cards":
            values = [value for value in values if UNSEEN not in value]
        choices.append([value for place, value in enumerate(values) if value not in values[:place]])
    names = kind.__struct_fields__
    yield from (kind(**dict(zip(names, values, strict=True))) for values in product(*choices))
