"""The start and the end of a session: from what the command line wishes to the final tally."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from casinowar.cli.encoding import replace_missing_characters
from casinowar.cli.play.display import Display, Reader
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.opening import ask_names, check_names, choose_rulebook, open_rules, resumed
from casinowar.cli.play.players import ComputerPlayer, Person, SavedPlayers, seated, suggested
from casinowar.cli.play.record_files import SessionRecord, check_new
from casinowar.cli.play.screen import Screen, fits
from casinowar.cli.play.session import Session
from casinowar.cli.play.summary import chips_taken, how_to_go_on, print_tally
from casinowar.cli.rendering import console as make_console
from casinowar.game.acts.seating import check_chips
from casinowar.game.book.rules import Rules
from casinowar.game.citation import cited
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Wager
from casinowar.parsing import money, quoted, readings
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.rulebooks import RulebookFile, open_rulebook
from casinowar.signals import heeded
from casinowar.table_api import Table
from casinowar.telling.sitting import in_a_line

USUAL_CHIPS: Cents = 500_00
WAGERS_IN_USUAL_CHIPS = 20
_ASKED = (Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER)
"""What people are asked here, and the automatic dealer answers elsewhere."""


class PlayOptions(Struct, frozen=True, kw_only=True):
    """What the command line asked for."""

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
    """Open the table, play, and end with the tally, however the session ends."""
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
    """What a table is opened with: the rulebook's file, the rules, who sits where, and remarks for them."""

    reference: str
    source: RulebookFile
    rules: Rules
    people: list[Person]
    neighbours: list[ComputerPlayer]
    remarks: list[str]
    saved: tuple[Table, SavedPlayers] | None = None
    """The table of a game that is gone on with, and who sits there."""


def play(wishes: PlayOptions, opened: TableSetup, display: Display) -> Session:
    """Play a session to its end, and record it however it ends."""
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
    """Settle what the table is opened with, and ask for what the command line left out."""
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
        remarks.append(f"A player banks this game, so somebody joins you.{cited(law.players.clause)}")
    remarks += wager_warnings(rules)
    people, others = seated(rules, names, joining)
    return TableSetup(reference, source, rules, people, others, remarks)


def _resumed(wishes: PlayOptions, file: str) -> TableSetup:
    """Open a saved game, which has settled all that a new table leaves to be said."""
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


# reading


def _is_closed(stream: TextIO | None) -> bool:
    return stream is None or stream.closed


def _read_from_terminal() -> Reader:
    """Read with the line editing that the machine has."""
    if find_spec("readline"):
        import_module("readline")

    def read(prompt: str) -> str:
        try:
            return input(prompt)
        except OSError:
            raise EOFError from None  # the terminal is gone

    return read


def _reading_from_pipe(console: Console) -> Reader:
    """Read from a pipe, and write what was read, so that the output can be followed."""

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
    """Say how the session ended, what everybody took home, and where the record is."""
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
