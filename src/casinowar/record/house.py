"""The house in a record: its choices as TOML, like the house file that they came from."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from casinowar.files import toml
from casinowar.game.book.house import House
from casinowar.record.syntax import Line, converted


def write_house(house: House) -> str:
    return "\n".join(_table(_chosen(house)))


def _chosen(value: Any) -> Any:  # noqa: ANN401 - a part of the submission may be anything that TOML has
    if isinstance(value, msgspec.Struct):
        given = {
            each.name: (getattr(value, each.name), each.default) for each in msgspec.structs.fields(value)
        }
        return {name: _chosen(each) for name, (each, usual) in given.items() if each not in (usual, {})}
    if isinstance(value, dict):
        return {str(name): _chosen(each) for name, each in value.items()}
    if isinstance(value, Enum):
        return str(value)
    return [*map(_chosen, value)] if isinstance(value, tuple) else value


def _table(values: dict[str, Any], path: str = "") -> Iterator[str]:
    for name, value in values.items():
        if not isinstance(value, dict):
            yield f"{name} = {_value(value)}"
    for name, value in values.items():
        if isinstance(value, dict):
            if not value or any(not isinstance(each, dict) for each in value.values()):
                yield f"[{path}{name}]"
            yield from _table(value, f"{path}{name}.")


def _value(value: Any) -> str:  # noqa: ANN401 - as above
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return "[\n" + "".join(f"    {_value(each)},\n" for each in value) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    # Text in JSON is text in TOML, but for the one character that TOML wants written as a number.
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def read_house(line: Line) -> House:
    if line.words or line.values:
        raise line.wrong("the house's choices stand below it, as in a house file")
    try:
        values = toml.parsed(line.block.replace("\r", ""))
    except ValueError as wrong:
        raise line.wrong(f"the house's choices are not TOML: {wrong}") from None
    return converted(line, values, House)
