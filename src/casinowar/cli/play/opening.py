"""Opening a table in the terminal: which rulebook, under which house's choices, and who sits where."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.cards import in_rows
from casinowar.cli.play.display import Reader
from casinowar.cli.play.people import Person
from casinowar.game.acts.seating import check_name
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Counting
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Wager
from casinowar.rulebooks import RulebookFile, load_rules, names, open_rulebook
from casinowar.written import quoted

DEFAULT_LIMIT: Final = Limit(minimum="5", maximum="500")
FIXED_LIMIT: Final = Limit(minimum="10", maximum="10")
DEFAULT_NAME: Final = "Player"


class Opened(Struct, frozen=True):
    """What a table is opened with: the rulebook's file, the rules, remarks for people, and who sits down."""

    reference: str
    source: RulebookFile
    rules: Rules
    remarks: tuple[str, ...] = ()
    names: list[str] = []
    neighbours: int = 0


def choose_rulebook(console: Console, read: Reader) -> str:
    """Show the rulebooks and let somebody choose, until there is one."""
    columns = Column(style="cyan", justify="right"), Column(style="bold"), Column(overflow="fold")
    listed = ((f"{place}", name, open_rulebook(name).book().title) for place, name in enumerate(names(), 1))
    console.print(Text("Which rulebook do you play by?", style="bold"))
    console.print(in_rows(listed, *columns))
    hint = "Enter plays 1 · a number, a name, or the path of your own TOML file"
    while True:
        console.print(Text(hint, style="dim"))
        typed = read("> ").strip()
        try:
            return _chosen(typed)
        except InputError as wrong:
            console.print(Text(str(wrong), style="yellow"))


def _chosen(typed: str) -> str:
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
    reference: str, wanted: House | str | None, readings: Mapping[str, str], seats: int | None
) -> Opened:
    """Put rulebook and house together; post the limits that a text requires and nobody has posted."""
    source = open_rulebook(reference)
    house = load_rules(reference, wanted, readings).house if wanted else House()
    remarks: list[str] = []
    law = source.book({**house.readings, **readings}).wagers.limits
    if law.required and Wager.INITIAL not in house.limits:
        limit = FIXED_LIMIT if law.counted is Counting.FIXED else DEFAULT_LIMIT
        house = replace(house, limits={**house.limits, Wager.INITIAL: limit})
        amounts = (
            f"${limit.minimum}" if limit.minimum == limit.maximum else f"${limit.minimum} to ${limit.maximum}"
        )
        remarks.append(f"The text wants limits posted; this table's are {amounts}. [{law.clause}]")
    if house.automatic is not None:
        house = replace(house, automatic=None)
        remarks.append("The house leaves some duties to people; here the automatic dealer does them all.")
    if seats is not None:
        house = replace(house, seats=seats)
    return Opened(reference, source, load_rules(reference, house, readings), tuple(remarks))


def ask_names(console: Console, read: Reader, most: int) -> list[str]:
    """Ask who sits down, until the names can be used."""
    console.print(Text("Who sits down?", style="bold"))
    while True:
        console.print(
            Text(f"Enter sits down as {DEFAULT_NAME} · or names, with commas between them", style="dim")
        )
        typed = read("> ")
        wanted = [name.strip() for name in typed.split(",") if name.strip()] or [DEFAULT_NAME]
        try:
            check_names(wanted, most)
        except (InputError, Refusal) as wrong:
            console.print(Text(str(wrong), style="yellow"))
        else:
            return wanted


def check_names(wanted: list[str], most: int) -> None:
    """Refuse names that nobody can sit down under."""
    if len(wanted) > most:
        raise InputError(f"There are {len(wanted)} players and only {most} seats.")
    for name in wanted:
        if wanted.count(name) > 1:
            raise InputError(f"Two players cannot both be {quoted(name)}.")
        check_name(name)


def seat_people(rules: Rules, wanted: list[str]) -> list[Person]:
    """Give people neighbouring seats around the middle of the table."""
    first = (rules.seats - len(wanted)) // 2 + 1
    return [Person(name, first + place) for place, name in enumerate(wanted)]


def players_missing(rules: Rules, players: int) -> int:
    """Count the players who have to join before anybody can play against anybody."""
    law = rules.book.bank
    return max(law.players.least - players, 0) if law else 0


def free_seats(rules: Rules, people: list[Person]) -> list[int]:
    """List the seats that nobody has, those beside people first."""
    taken = [person.seat for person in people]
    free = [seat for seat in range(1, rules.seats + 1) if seat not in taken]
    return sorted(free, key=lambda seat: min(abs(seat - each) for each in taken))
