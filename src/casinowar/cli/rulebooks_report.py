"""What the command `rulebooks` prints."""

import sys

from rich import box
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console, print_json
from casinowar.game.book.rules import Rules
from casinowar.rulebooks import RulebookFile, names, open_rulebook, sample_house


def print_document() -> None:
    """Print the rulebooks as JSON."""
    print_json({"rulebooks": [_described(open_rulebook(name)) for name in names()]})


def _described(source: RulebookFile) -> dict[str, object]:
    book = source.book()
    rules = Rules(book)
    return {
        "name": book.name,
        "title": book.title,
        "decks": rules.decks,
        "shuffler": rules.shuffler,
        "seats": rules.seats,
        "wagers": _wagers(source),
        "readings": [
            {
                "name": name,
                "cites": reading.cites,
                "question": reading.question,
                "default": reading.default,
                "choices": {value: choice.says for value, choice in reading.choices.items()},
            }
            for name, reading in source.readings.items()
        ],
    }


def _wagers(source: RulebookFile) -> list[str]:
    book = source.book()
    offered = {
        "initial": True,
        "tie": book.wagers.tie,
        "war": book.war,
        "war_tie": book.wagers.war_tie,
    }
    return [name for name, law in offered.items() if law]


def print_table() -> None:
    """Print each rulebook with its readings, the default first."""
    out = console()
    for name in names():
        source = open_rulebook(name)
        book = source.book()
        rules = Rules(book)
        out.print(Text.assemble((name, "bold"), f"  {book.title}"))
        wagers = ", ".join(_wagers(source))
        out.print(f"  {rules.decks} decks, {rules.shuffler}, up to {rules.seats} seats; wagers: {wagers}")
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("  Reading", style="cyan", no_wrap=True)
        table.add_column("Cites", no_wrap=True)
        table.add_column("Choices (the first is the default)", overflow="fold")
        for reading_name, reading in source.readings.items():
            choices = sorted(reading.choices, key=lambda value: value != reading.default)
            table.add_row(f"  {reading_name}", reading.cites, ", ".join(choices))
        out.print(table)
        out.print()
    out.print("Choose with --reading NAME=VALUE or in a house file. Each clause: casinowar law RULEBOOK")
    out.print("A sample house file to start from: casinowar rulebooks --sample RULEBOOK > my-house.toml")


def print_sample(name: str) -> None:
    """Print the sample house file of a rulebook as it stands, so that it can be redirected into a file."""
    sys.stdout.write(sample_house(name))
