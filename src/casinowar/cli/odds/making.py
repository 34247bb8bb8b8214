"""From the options of the command line to a sheet, and from there to paper or screen."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from casinowar.cli import readings_report
from casinowar.cli.odds import report
from casinowar.cli.output import print_json
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.odds.readings import ReadingEffect, reading_effects
from casinowar.odds.sheet import Asked, ParSheet, par_sheet
from casinowar.reports.pictures.files import format_of
from casinowar.reports.sheet import document
from casinowar.rulebooks import load_house, load_rules, load_sample, open_rulebook, sample_house
from casinowar.written import cards, money, readings


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    rulebook: str
    decks: int | None
    house: str | None
    sample: bool
    readings: tuple[str, ...]
    wager: str | None
    meter: str | None
    seen: str | None
    bankroll: int
    sessions: tuple[int, ...]

    def rules(self) -> Rules:
        """Put rulebook, house and readings together."""
        if self.house and self.sample:
            raise InputError("Choose between --house and --sample; the sample is a house file too.")
        chosen = load_sample(self.rulebook) if self.sample else self.house
        return load_rules(self.rulebook, chosen, readings(self.readings))

    def changed(self, rules: Rules) -> dict[str, str]:
        """List the readings that are not at their defaults."""
        known = open_rulebook(self.rulebook).readings
        return {name: value for name, value in rules.book.readings.items() if value != known[name].default}

    def sheet(self) -> ParSheet:
        """Work out the sheet."""
        if self.meter and open_rulebook(self.rulebook).book().progressive is None:
            raise InputError("The rulebook has no progressive wager, so --meter has no meaning.")
        asked = Asked(
            decks=self.decks,
            seen=cards(self.seen) if self.seen else (),
            wager=money(self.wager) if self.wager else None,
            meter=money(self.meter) if self.meter else None,
            bankroll=self.bankroll,
            sessions=self.sessions or Asked().sessions,
        )
        return par_sheet(self.rules(), asked)

    def effects(self) -> list[ReadingEffect]:
        """Work out what every reading does."""
        return reading_effects(self.rulebook, self.chosen_house(), self.decks)

    def chosen_house(self) -> House | None:
        """Give the house with the readings that the command line chooses; None where nothing is chosen."""
        if self.sample:
            house = load_sample(self.rulebook)
        else:
            house = load_house(self.house) if self.house else House()
        house = replace(house, readings={**house.readings, **readings(self.readings)})
        return None if house == House() else house

    def house_text(self) -> str | None:
        """Give the text of the house file."""
        if self.sample:
            return sample_house(self.rulebook)
        return Path(self.house).read_text(encoding="utf-8") if self.house else None


def print_sheet(wishes: Wishes, *, as_json: bool) -> None:
    """Print the sheet."""
    sheet = wishes.sheet()
    if as_json:
        print_json(document.document(sheet))
    else:
        report.print_sheet(sheet, wishes.changed(sheet.rules), wishes.rulebook)


def print_readings(wishes: Wishes, *, as_json: bool) -> None:
    """Print what every reading does to the odds."""
    for option, said in (("--meter", wishes.meter), ("--seen", wishes.seen), ("--wager", wishes.wager)):
        if said:
            raise InputError(
                f"{option} does not go with --readings, whose figures are those of the house file."
            )
    with _working() as working:
        working("every reading")
        effects = wishes.effects()
    if as_json:
        print_json(readings_report.effects_document(effects))
    else:
        readings_report.print_effects(effects)


def write_pdf(wishes: Wishes, path: str) -> None:
    """Typeset the sheet."""
    from casinowar.reports.sheet import pdf  # noqa: PLC0415 - only this option needs it

    _check_folder(path)
    pdf.check(path)
    text = open_rulebook(wishes.rulebook).text
    with _working() as working:
        working("the sheet")
        sheet, effects = wishes.sheet(), wishes.effects()
        pdf.write(sheet, effects, path, text, wishes.house_text(), progress=working)
    _say_written(path)


def write_pictures(wishes: Wishes, path: str) -> None:
    """Draw the pictures."""
    from casinowar.reports.sheet import pictures  # noqa: PLC0415 - only this option needs it

    _check_folder(path)
    format_of(path)
    with _working() as working:
        working("the sheet")
        pictures.write(wishes.sheet(), wishes.effects(), path, progress=working)
    _say_written(path)


def _say_written(path: str) -> None:
    sys.stderr.write(f"Wrote {path}.\n")


def _check_folder(path: str) -> None:
    """Complain about a place that cannot be written to before the work, not after it."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise InputError(f"{path}: there is no folder {folder}.")


@contextmanager
def _working() -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being worked out."""
    with Console(stderr=True).status("Working out") as status:
        yield lambda what: status.update(f"Working out: {what}")
