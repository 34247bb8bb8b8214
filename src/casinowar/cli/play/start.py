"""Start and end of a session: from the options of the command line to the final tally."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TextIO, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.table import Column
from rich.text import Text

from casinowar.cli.encoding import replace_missing_characters
from casinowar.cli.play.display import Display, Reader
from casinowar.cli.play.drawing import in_rows
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.players import ComputerPlayer, Person, SavedPlayers, seated, suggested
from casinowar.cli.play.record_files import SessionRecord, check_new
from casinowar.cli.play.rules_page import limits_posted
from casinowar.cli.play.screen import Screen, fits
from casinowar.cli.play.session import Session
from casinowar.cli.play.summary import chips_taken, how_to_go_on, print_tally
from casinowar.cli.rendering import console as make_console
from casinowar.game.acts.seating import check_chips, check_name
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import cited
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act, Wager
from casinowar.parsing import money, quoted, readings
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.rulebooks import RulebookFile, load_rules, names, open_rulebook
from casinowar.rulebooks.default_limits import with_limits
from casinowar.signals import heeded
from casinowar.table_api import Table
from casinowar.telling.seating_chart import in_a_line

DEFAULT_NAME: Final = "Player"
_GOING: Final = frozenset({"quit", "exit", "q"})
_ASKING: Final = frozenset(
    {"help", "skip", "rules", "odds", "stats", "history", "ceremony", "save", "record"}
)
"""Commands, which cannot be names."""

Answer = TypeVar("Answer")

USUAL_CHIPS: Cents = 500_00
WAGERS_IN_USUAL_CHIPS = 20
_ASKED = (Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER)
"""Duties that people answer here and the automatic dealer answers elsewhere."""


class PlayOptions(Struct, frozen=True, kw_only=True):
    rulebook: str | None = None
    house: str | None = None
    sample: bool = False
    readings: Sequence[str] | None = None
    players: Sequence[str] | None = None
    seats: int | None = None
    neighbours: int = 0
    chips: str | None = None
    seed: int | None = None
    pace: float = 0.0
    record: str | None = None
    resume: str | None = None
    skip_ceremony: bool = False


def start(wishes: PlayOptions, console: Console | None = None, read: Reader | None = None) -> None:
    replace_missing_characters()
    console = console or make_console()
    in_terminal = (
        console.is_terminal
        and not console.is_dumb_terminal
        and not _is_closed(sys.stdin)
        and sys.stdin.isatty()
    )
    read = read or (_read_from_terminal() if in_terminal else _reading_from_pipe(console))
    try:
        opened = settle(wishes, console, read)
        if in_terminal and fits(console):
            with console.screen(hide_cursor=False):
                session = play(wishes, opened, Screen(console, opened.rules, read, wishes.pace))
        else:
            session = play(wishes, opened, Display(console, opened.rules, read))
    except EOFError:
        console.print()
    else:
        _sum_up(console, session)


class TableSetup(Struct, frozen=True):
    reference: str
    source: RulebookFile
    rules: Rules
    people: list[Person]
    neighbours: list[ComputerPlayer]
    remarks: list[str]
    saved: tuple[Table, SavedPlayers] | None = None
    """The table and players of a resumed game."""


def play(wishes: PlayOptions, opened: TableSetup, display: Display) -> Session:
    for remark in opened.remarks:
        display.say(remark, "yellow")
    rules = opened.rules
    display.scene.skips = wishes.skip_ceremony
    company = None
    if opened.saved:
        table, company = opened.saved
        display.scene.skips |= company.skips
        display.scene.recall(table.events)
        table.watching = display.follow
    else:
        table = Table(
            opened.reference,
            house=rules.house,
            readings=rules.book.readings,
            seed=wishes.seed,
            asking=_ASKED,
            watching=display.follow,
        )
    explanation = Explanation(opened.source, rules)
    record = SessionRecord(Path(wishes.record)) if wishes.record else None
    session = Session(table, [*opened.people], opened.neighbours, display, explanation, company, record)
    if wishes.resume is not None:
        session.saved_in(Path(wishes.resume))
    with heeded():
        session.play(_chips(wishes, rules))
    return session


def settle(wishes: PlayOptions, console: Console, read: Reader) -> TableSetup:
    """Prepare the table, and ask for what the command line left out."""
    if wishes.record:
        check_new(Path(wishes.record))
    if wishes.resume is not None:
        return _resumed(wishes, wishes.resume)
    reference = wishes.rulebook or choose_rulebook(console, read)
    source = open_rulebook(reference)
    house = chosen_house(source.values["name"], wishes.house, sample=wishes.sample)
    rules, remarks = open_rules(source, house, readings(wishes.readings or ()), wishes.seats)
    check_chips(_chips(wishes, rules))
    names = list(wishes.players or ask_names(console, read, rules.seats))
    check_names(names, rules.seats)
    room = rules.seats - len(names)
    if not 0 <= wishes.neighbours <= room:
        raise InputError(f"There is room for 0 to {room} neighbours at this table, not {wishes.neighbours}.")
    law, joining = rules.book.bank, wishes.neighbours
    if law and len(names) + joining < law.players.least:
        joining = law.players.least - len(names)
        remarks.append(
            f"A player banks this game, so a computer player joins you.{cited(law.players.clause)}"
        )
    remarks += wager_warnings(rules)
    people, others = seated(rules, names, joining)
    return TableSetup(reference, source, rules, people, others, remarks)


def _resumed(wishes: PlayOptions, file: str) -> TableSetup:
    said = {
        "RULEBOOK": wishes.rulebook,
        "--house": wishes.house,
        "--sample": wishes.sample,
        "--reading": wishes.readings,
        "--player": wishes.players,
        "--seats": wishes.seats,
        "--neighbours": wishes.neighbours,
        "--chips": wishes.chips,
        "--seed": wishes.seed is not None,
    }
    if superfluous := ", ".join(name for name, value in said.items() if value):
        raise InputError(f"A saved game has its own table and people; leave out {superfluous}.")
    table, company = resumed(file, _ASKED)
    remark = f"The game goes on: round {table.state.rounds + 1}, {in_a_line(table.state)}."
    rules, name = table.rules, table.rules.book.name
    people, others = [*company.people], [*company.neighbours]
    return TableSetup(name, table.rulebook, rules, people, others, [remark], saved=(table, company))


def _chips(wishes: PlayOptions, rules: Rules) -> Cents:
    if wishes.chips is not None:
        return money(wishes.chips)
    return max(USUAL_CHIPS, WAGERS_IN_USUAL_CHIPS * suggested(rules, Wager.INITIAL))


# what the options leave open


def choose_rulebook(console: Console, read: Reader) -> str:
    columns = Column(style="cyan", justify="right"), Column(style="bold"), Column(overflow="fold")
    listed = ((f"{place}", name, open_rulebook(name).book().title) for place, name in enumerate(names(), 1))
    console.print(Text("Which rulebook do you play by?", style="bold"))
    console.print(in_rows(listed, *columns))
    hint = "Enter plays 1 · a number, a name, or the path of your own TOML file"
    return _asked(console, read, hint, _chosen)


def _asked(console: Console, read: Reader, hint: str, answer: Callable[[str], Answer]) -> Answer:
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
    """Combine rulebook and house; post the default limits if the text requires limits."""
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
    table = Table.resume(file, asking=asking)
    with suppress(msgspec.ValidationError):
        company = msgspec.convert(table.shell, SavedPlayers, str_keys=True)
        if company.fits(table):
            return table, company
    raise InputError(f"{file}: What the file says of the people at the keyboard does not fit its table.")


def ask_names(console: Console, read: Reader, most: int) -> list[str]:
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


# reading


def _is_closed(stream: TextIO | None) -> bool:
    return stream is None or stream.closed


def _read_from_terminal() -> Reader:
    if find_spec("readline"):
        import_module("readline")

    def read(prompt: str) -> str:
        try:
            return input(prompt)
        except OSError:
            raise EOFError from None  # the terminal is gone

    return read


def _reading_from_pipe(console: Console) -> Reader:
    def read(prompt: str) -> str:
        console.print(Text(prompt), end="")
        line = "" if _is_closed(sys.stdin) else sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            console.print(Text(quoted(line.strip())[1:-1]))
        return line

    return read


# the end


def _sum_up(console: Console, session: Session) -> None:
    record = session.record
    kept = str(record) if record and not record.wrong else ""
    go_on = how_to_go_on(session.saved) if session.walked_out and session.table.state.rounds else ""
    if session.code:
        told = (session.fate, chips_taken(session.table, session.names), go_on, kept)
        console.print(Text(" ".join(filter(None, told))))
    else:
        if session.fate:
            session.display.look_back()
            console.print(Text(session.fate))
        if go_on:
            console.print(Text(go_on, style="dim"), soft_wrap=not console.is_terminal)
        print_tally(console, session.table, session.names)
        if kept:
            console.print(Text(kept, style="green"))
    if record and record.wrong:
        raise record.wrong
    if session.code:
        raise SystemExit(session.code)
