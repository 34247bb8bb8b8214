"""Opening a table in the terminal: which rulebook, under which house's choices, and who sits down."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.display import Reader
from casinowar.cli.play.drawing import in_rows
from casinowar.cli.play.players import SavedPlayers
from casinowar.cli.play.rules_page import limits_posted
from casinowar.game.acts.seating import check_name
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import cited
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act
from casinowar.parsing import quoted
from casinowar.rulebooks import RulebookFile, load_rules, names, open_rulebook
from casinowar.rulebooks.default_limits import with_limits
from casinowar.table_api import Table

DEFAULT_NAME: Final = "Player"
_GOING: Final = frozenset({"quit", "exit", "q"})
_ASKING: Final = frozenset(
    {"help", "skip", "rules", "odds", "stats", "history", "ceremony", "save", "record"}
)
"""What is said at the table, and would be no name there."""

Answer = TypeVar("Answer")


def choose_rulebook(console: Console, read: Reader) -> str:
    """Show the rulebooks and let somebody choose, until there is one."""
    columns = Column(style="cyan", justify="right"), Column(style="bold"), Column(overflow="fold")
    listed = ((f"{place}", name, open_rulebook(name).book().title) for place, name in enumerate(names(), 1))
    console.print(Text("Which rulebook do you play by?", style="bold"))
    console.print(in_rows(listed, *columns))
    hint = "Enter plays 1 · a number, a name, or the path of your own TOML file"
    return _asked(console, read, hint, _chosen)


def _asked(console: Console, read: Reader, hint: str, answer: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be used."""
    while True:
        console.print(Text(hint, style="dim"))
        try:
            return answer(read("> ").strip())
        except (InputError, Refusal) as wrong:
            console.print(Text(str(wrong), style="yellow"))


def _chosen(typed: str) -> str:
    if typed.casefold() in _GOING:
        raise EOFError
    if not typed:
        return names()[0]
    if typed.isascii() and typed.isdecimal():
        if 1 <= int(typed[:4]) <= len(names()):
            return names()[int(typed) - 1]
        raise InputError(f"{quoted(typed)} is not one of 1 to {len(names())}.")
    alike = [
        name for name in names() if name.replace("_", " ").startswith(typed.casefold().replace("_", " "))
    ]
    reference = alike[0] if len(alike) == 1 else typed
    open_rulebook(reference).book()
    return reference


def open_rules(
    source: RulebookFile, wanted: House | str | None, readings: Mapping[str, str], seats: int | None
) -> tuple[Rules, list[str]]:
    """Put rulebook and house together; post the limits that a text requires and nobody has posted."""
    house = load_rules(source, wanted, readings).house if wanted else House()
    remarks: list[str] = []
    book = source.book({**house.readings, **readings})
    posted = with_limits(book, house)
    if posted.limits != house.limits:
        law = book.wagers.limits
        amounts = "; ".join(limits_posted(Rules(book, posted)))
        remarks.append(f"Limits have to be posted; this table's are: {amounts}.{cited(law.clause)}")
    house = posted
    if house.automatic is not None:
        house = replace(house, automatic=None)
        remarks.append("The house leaves some duties to people; here the automatic dealer does them all.")
    if seats is not None:
        house = replace(house, seats=seats)
    return load_rules(source, house, readings), remarks


def resumed(file: str, asking: Collection[Act]) -> tuple[Table, SavedPlayers]:
    """Go on with a saved game: its table, and the people at the keyboard."""
    table = Table.resume(file, asking=asking)
    with suppress(msgspec.ValidationError):
        company = msgspec.convert(table.shell, SavedPlayers, str_keys=True)
        if company.fits(table):
            return table, company
    raise InputError(f"{file}: What the file says of the people at the keyboard does not fit its table.")


def ask_names(console: Console, read: Reader, most: int) -> list[str]:
    """Ask who sits down, until the names can be used."""

    def names_in(typed: str) -> list[str]:
        if typed.casefold() in _GOING:
            raise EOFError
        wanted = [name.strip() for name in typed.split(",") if name.strip()] or [DEFAULT_NAME]
        check_names(wanted, most)
        return wanted

    console.print(Text("Who sits down?", style="bold"))
    hint = f"Enter sits down as {DEFAULT_NAME} · or names, with commas between them"
    return _asked(console, read, hint, names_in)


def check_names(wanted: list[str], most: int) -> None:
    """Refuse names that nobody can sit down under."""
    if len(wanted) > most:
        raise InputError(f"There are {len(wanted)} players and only {most} seats.")
    for name in wanted:
        if wanted.count(name) > 1:
            raise InputError(f"Two players cannot both be {quoted(name)}.")
        if name.startswith("?") or name.casefold() in _ASKING | _GOING:
            raise InputError(f"{quoted(name)} is no name here: at the table it asks for something.")
        if "," in name:
            raise InputError(f"{quoted(name)} is no name here: say --player for each of several people.")
        check_name(name)
