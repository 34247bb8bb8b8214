"""The text of --help: what a command does, its options, and examples."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from casinowar.game.refusal import InputError
from casinowar.parsing import by_digits, shown, whole_number

WIDEST: Final = 100
_LONG: Final = 24
"""A longer option has its description below."""


class HelpWords(Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    examples: list[tuple[str, str]]
    more: str = ""


HELP: Final = msgspec.toml.decode(
    files(__package__).joinpath("help.toml").read_bytes(), type=dict[str, HelpWords]
)

Described = tuple[str, str]
"""What to type, with its description."""


class HelpfulCommand(TyperCommand):
    """A command with prose help and the library's own messages for bad numbers."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer's own
        """Also refuse numbers that Python would accept but that are not plain digits."""
        option: Any
        for option in self.params:
            for said in _said(option.opts, args) if _is_whole(option) else ():
                if isinstance(said, str) and said:
                    whole_number(max(option.opts, key=len), said, option.min, option.max)
        typed = [*args]
        try:
            return super().parse_args(ctx, args)
        except BadParameter as wrong:
            option = wrong.param
            every = [*_said(option.opts, typed)] if _is_number(option) else []
            if not every:
                raise
            name = max(option.opts, key=len)
            if _is_whole(option):
                whole_number(name, every[-1], option.min, option.max)
                raise
            span = f"from {option.min} to {option.max}"
            raise InputError(f"{name} is a number {span}, not {shown(every[-1])}.") from None

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002 - Typer's own
        _print(self, ctx)


class HelpfulGroup(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002 - Typer's own
        _print(self, ctx)


def _is_whole(option: Any) -> bool:  # noqa: ANN401 - Typer's own
    return _annotation(option) in {int, list[int]}


def _is_number(option: Any) -> bool:  # noqa: ANN401 - Typer's own
    return _is_whole(option) or _annotation(option) is float


def _annotation(option: Any) -> object:  # noqa: ANN401 - Typer's own
    return getattr(getattr(option, "type_descriptor", None), "annotation", None)


def _said(names: list[str], typed: list[str]) -> Iterator[int | str]:
    for place, word in enumerate(typed):
        name, equals, value = word.partition("=")
        if name in names:
            yield by_digits(value if equals else "".join(typed[place + 1 : place + 2]))


def _print(command: HelpfulCommand | HelpfulGroup, ctx: Any) -> None:  # noqa: ANN401 - Typer's own
    out = Console(highlight=False, markup=False, emoji=False)
    out.width = min(out.width, WIDEST)
    said = HELP[command.name or "casinowar"]
    out.print(Text(command.get_usage(ctx).replace("{", "").replace("}", ""), "bold"))
    out.print()
    out.print(Text(" ".join(f"{command.help} {said.says}".split())))
    for title, described in _parts(command, ctx).items():
        _print_part(out, title, described)
    out.print()
    out.print(Text("Examples", "bold cyan"))
    for typed, does in said.examples:
        out.print(Padding(Text(typed, "green"), (0, 0, 0, 2)))
        out.print(Padding(Text(does, "dim"), (0, 0, 0, 6)))
    if said.more:
        out.print()
        out.print(Text(" ".join(said.more.split())))


def _parts(command: HelpfulCommand | HelpfulGroup, ctx: Any) -> dict[str, list[Described]]:  # noqa: ANN401 - Typer's own
    parts: dict[str, list[Described]] = {}
    if isinstance(command, HelpfulGroup):
        each = ((name, command.get_command(ctx, name)) for name in command.list_commands(ctx))
        parts["Commands"] = [(name, f"{one.help}") for name, one in each if one]
    for parameter in command.get_params(ctx):
        argument = parameter.param_type_name == "argument"
        heading = "Arguments" if argument else getattr(parameter, "rich_help_panel", None) or "Options"
        parts.setdefault(heading, []).append((_typed(parameter), " ".join(_words(parameter))))
    return parts


def _typed(parameter: Any) -> str:  # noqa: ANN401 - Typer's own
    stands_for = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        return f"{stands_for}"
    return f"{', '.join(sorted(parameter.opts, key=len))} {stands_for}".strip()


def _words(parameter: Any) -> Iterator[str]:  # noqa: ANN401 - Typer's own
    yield parameter.help or ""
    least, most = getattr(parameter, "min", None), getattr(parameter, "max", None)
    said = parameter.show_default
    default = said if isinstance(said, str) else parameter.default
    notes = []
    if most is not None:
        notes.append(f"from {least:,} to {most:,}")
    if default and not isinstance(default, bool) and not callable(default):
        notes.append(f"{default} by default")
    if parameter.required and parameter.param_type_name == "option":
        notes.insert(0, "always needed")
    if notes:
        yield f"({', '.join(notes)})"


def _print_part(out: Console, title: str, described: list[Described]) -> None:
    """Print each entry beside its description, or above it if it is long."""
    out.print()
    out.print(Text(title, "bold cyan"))
    wide = min(_LONG, max(len(typed) for typed, _ in described))
    for typed, words in described:
        beside = Table.grid(padding=(0, 2, 0, 0))
        beside.add_column(width=wide)
        beside.add_column()
        if len(typed) > wide:
            out.print(Padding(Text(typed, "bold"), (0, 0, 0, 2)))
            beside.add_row("", Text(words))
        else:
            beside.add_row(Text(typed, "bold"), Text(words))
        out.print(Padding(beside, (0, 0, 0, 2)))
