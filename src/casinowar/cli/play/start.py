"""The start and the end of a session: from what the command line wishes to the final tally."""

import sys
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from casinowar.cli.drawing import console as make_console
from casinowar.cli.play.display import Display, Reader
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.letters import write_plainly
from casinowar.cli.play.lines import Lines
from casinowar.cli.play.opening import (
    Opened,
    ask_names,
    check_names,
    choose_rulebook,
    free_seats,
    open_rules,
    players_missing,
    seat_people,
)
from casinowar.cli.play.people import brought, neighbours
from casinowar.cli.play.questions import first_wager
from casinowar.cli.play.records import check_new, write_record
from casinowar.cli.play.scene import gain_style
from casinowar.cli.play.screen import Screen, fits
from casinowar.cli.play.session import LEAVING, Session
from casinowar.friendly import Table
from casinowar.game import events as e
from casinowar.game.acts.seating import check_chips
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.words import Act
from casinowar.reports.numbers import counted, dollars
from casinowar.rulebooks import load_sample, open_rulebook
from casinowar.written import money, quoted, readings

USUAL_CHIPS: Cents = 500_00
WAGERS_IN_USUAL_CHIPS = 20


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asked for."""

    rulebook: str | None = None
    house: str | None = None
    sample: bool = False
    readings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    seats: int | None = None
    neighbours: int = 0
    chips: str | None = None
    seed: int | None = None
    pace: float = 0.0
    record: str | None = None


def start(wishes: Wishes, console: Console | None = None, read: Reader | None = None) -> None:
    """Open the table, play, and end with the tally, however the session ends."""
    write_plainly()
    console = console or make_console()
    in_terminal = console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty()
    read = read or (_read_from_terminal() if in_terminal else _reading_from_pipe(console))
    try:
        opened = settle(wishes, console, read)
        if in_terminal and fits(console):
            with console.screen(hide_cursor=False):
                session = play(wishes, opened, Screen(console, opened.rules, read, wishes.pace))
        else:
            session = play(wishes, opened, Lines(console, opened.rules, read))
    except LEAVING:
        console.print()
    else:
        _print_tally(console, session.table, opened.names)
        if wishes.record:
            console.print(Text(f"The record of the session is in {wishes.record}.", style="green"))


def play(wishes: Wishes, opened: Opened, display: Display) -> Session:
    """Play a session to its end, and record it however it ends."""
    for remark in opened.remarks:
        display.say(remark, "yellow")
    rules = opened.rules
    table = Table(
        opened.reference,
        house=rules.house,
        readings=rules.book.readings,
        seed=wishes.seed,
        asking=(Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER),
        watching=display.follow,
    )
    people = seat_people(rules, opened.names)
    others = neighbours(rules, opened.neighbours, free_seats(rules, people), opened.names)
    session = Session(table, people, others, display, Explanation(opened.source, rules))
    try:
        session.play(_chips(wishes, rules))
    finally:
        if wishes.record:
            write_record(Path(wishes.record), table.record(all=True))
    return session


def settle(wishes: Wishes, console: Console, read: Reader) -> Opened:
    """Settle what the table is opened with, and ask for what the command line left out."""
    reference = wishes.rulebook or choose_rulebook(console, read)
    if wishes.record:
        check_new(Path(wishes.record))
    if wishes.house and wishes.sample:
        raise InputError("Choose between --house and --sample; the sample is a house file too.")
    house = load_sample(open_rulebook(reference).values["name"]) if wishes.sample else wishes.house
    opened = open_rules(reference, house, readings(wishes.readings), wishes.seats)
    seats = opened.rules.seats
    names = [*wishes.players] or ask_names(console, read, seats)
    check_names(names, seats)
    if not 0 <= wishes.neighbours <= seats - len(names):
        room = seats - len(names)
        raise InputError(f"There is room for 0 to {room} neighbours at this table, not {wishes.neighbours}.")
    check_chips(_chips(wishes, opened.rules))
    missing = players_missing(opened.rules, len(names) + wishes.neighbours)
    if missing:
        law = opened.rules.book.bank
        remark = f"A player banks this game, so somebody joins you. [{law.players.clause if law else ''}]"
        opened = replace(opened, remarks=(*opened.remarks, remark))
    return replace(opened, names=names, neighbours=wishes.neighbours + missing)


def _chips(wishes: Wishes, rules: Rules) -> Cents:
    if wishes.chips is not None:
        return money(wishes.chips)
    return max(USUAL_CHIPS, WAGERS_IN_USUAL_CHIPS * first_wager(rules))


# reading


def _read_from_terminal() -> Reader:
    """Read with the line editing that the machine has."""
    if find_spec("readline"):
        import_module("readline")
    _survive_any_encoding()
    return _read_line


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except OSError:
        raise EOFError from None  # the terminal is gone


def _reading_from_pipe(console: Console) -> Reader:
    """Read from a pipe, and write what was read, so that the output can be followed."""

    def read(prompt: str) -> str:
        console.print(Text(prompt), end="")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            console.print(Text(quoted(line.strip())[1:-1]))
        return line

    _survive_any_encoding()
    return read


def _survive_any_encoding() -> None:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


# the tally


def _print_tally(console: Console, table: Table, names: list[str]) -> None:
    """Print what everybody at the keyboard brought and took home."""
    left = {event.player: event.chips for event in table.events if isinstance(event, e.PlayerLeft)}
    grid = Grid.grid(padding=(0, 3))
    for justify in ("left", "right", "right", "right"):
        grid.add_column(justify=justify)
    grid.add_row(*(Text(head, style="dim") for head in ("", "brought", "took home", "net")))
    for name in names:
        came, went = brought(table.events, name), left.get(name, table.state.chips.get(name, 0))
        net = went - came
        grid.add_row(
            Text(name, style="bold"),
            dollars(came),
            dollars(went),
            Text(dollars(net, sign=True), gain_style(net)),
        )
    console.print()
    console.print(Text(f"Thank you for playing. {counted(table.state.rounds, 'round')} played."))
    console.print(grid)
