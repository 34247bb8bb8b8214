"""List of the built-in rulebooks with their readings."""

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.words import Shuffler
from casinowar.reports.blocks import Grid, Paragraph, Report, Section, StyledText, text_column
from casinowar.reports.exportable import Exportable
from casinowar.rulebooks import names, open_rulebook


class ReadingListed(Struct, frozen=True, kw_only=True):
    name: str
    cites: str
    question: str
    default: str
    choices: dict[str, str]


class RulebookListed(Exportable, frozen=True, kw_only=True):
    name: str
    title: str
    decks: int
    shuffler: Shuffler
    seats: int
    wagers: tuple[str, ...]
    readings: tuple[ReadingListed, ...]

    def __repr__(self) -> str:
        """Short, because readings fill a screen."""
        return f"RulebookListed({self.name!r}, {self.title!r})"

    def report(self) -> Report:
        return Report(name=self.name, title=self.title, sections=(_section(self),))


class RulebookList(Exportable, frozen=True):
    rulebooks: tuple[RulebookListed, ...]

    def report(self) -> Report:
        return Report(title="Built-in rulebooks", sections=tuple(map(_section, self.rulebooks)))


def rulebooks() -> tuple[RulebookListed, ...]:
    """List the built-in rulebooks with their readings.

    >>> [book.name for book in rulebooks()]
    ['maryland', 'washington', 'south_dakota', 'california', 'wisconsin']
    """
    return tuple(map(_listed, names()))


def _listed(name: str) -> RulebookListed:
    source = open_rulebook(name)
    rules = Rules(source.book())
    wagers = {
        "initial": True,
        "tie": rules.book.wagers.tie,
        "war": rules.book.war,
        "war_tie": rules.book.wagers.war_tie,
    }
    return RulebookListed(
        name=name,
        title=rules.book.title,
        decks=rules.decks,
        shuffler=rules.shuffler,
        seats=rules.seats,
        wagers=tuple(wager for wager, law in wagers.items() if law),
        readings=tuple(
            ReadingListed(
                name=name,
                cites=reading.cites,
                question=reading.question,
                default=reading.default,
                choices={value: choice.says for value, choice in reading.choices.items()},
            )
            for name, reading in source.readings.items()
        ),
    )


def _section(book: RulebookListed) -> Section:
    plays = f"{book.decks} decks, {book.shuffler}, up to {book.seats} seats; wagers: {', '.join(book.wagers)}"
    rows = tuple(
        (
            StyledText(reading.name, "strong"),
            reading.cites,
            ", ".join(dict.fromkeys((reading.default, *reading.choices))),
        )
        for reading in book.readings
    )
    heads = (
        text_column("Reading"),
        text_column("Cites"),
        text_column("Choices (the first is the default)", 1),
    )
    return Section(
        title=book.name, adds=book.title, blocks=(Paragraph(plays), Grid(columns=heads, rows=rows))
    )
