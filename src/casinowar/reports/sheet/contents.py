"""The whole sheet as it is typeset: its heading, its sections, its appendices."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256

from msgspec import Struct

from casinowar.game.book.house import House
from casinowar.game.cards import shown as card_shown
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Section
from casinowar.reports.numbers import dollars
from casinowar.reports.sheet import readings as contents_readings
from casinowar.reports.sheet import side_wagers as contents_side
from casinowar.reports.sheet import table as contents_table
from casinowar.reports.sheet import wagers as contents_wagers
from casinowar.rulebooks import TomlText, open_text
from casinowar.rulebooks.readings import Reading
from casinowar.version import made_with

_SHORT = 16
"""How many digits of a digest the first page shows."""

NOTICE = (
    "Casino War is a trademark of SHFL Entertainment, Inc. casinowar is an independent implementation of "
    "public regulations, not affiliated with or endorsed by the owner of the trademark or by any regulator."
)


class Fact(Struct, frozen=True):
    """A line of the heading."""

    label: str
    value: str


class Contents(Struct, frozen=True, kw_only=True):
    """Everything that the template sets."""

    title: str
    made_with: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    appendices: tuple[Section, ...]
    notice: str = NOTICE


def contents(
    sheet: ParSheet, effects: Sequence[ReadingEffect], rulebook_text: str, house_text: str | None
) -> Contents:
    """Put the sheet together; sections that this table has nothing for are left out."""
    readings = open_text(TomlText("rulebook", rulebook_text)).readings
    digests = {"rulebook": _digest(rulebook_text)}
    if house_text is not None:
        digests["house file"] = _digest(house_text)
    sections = (
        contents_wagers.summary(sheet),
        contents_wagers.initial(sheet),
        *contents_wagers.on_a_tie(sheet),
        *contents_wagers.ties(sheet),
        *contents_wagers.counter(sheet),
        *contents_side.progressive(sheet),
        *contents_side.envy(sheet),
        *contents_side.bonus_spin(sheet),
        *contents_side.electronic(sheet),
        *contents_table.seats(sheet),
        *contents_table.long_run(sheet),
        *contents_table.sessions(sheet),
        *contents_table.bank(sheet),
        *contents_readings.effects(() if sheet.seen else effects),
        *contents_readings.left_out(sheet),
    )
    return Contents(
        title=sheet.rules.book.title,
        made_with=made_with(),
        facts=tuple(_facts(sheet, readings, digests)),
        sections=sections,
        appendices=(
            *contents_readings.in_force(sheet, readings),
            *contents_readings.clauses(sheet, sections),
            contents_readings.provenance(digests),
        ),
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# the heading


def _facts(sheet: ParSheet, readings: Mapping[str, Reading], digests: Mapping[str, str]) -> Iterator[Fact]:
    rules = sheet.rules
    decks = "1 deck" if sheet.decks == 1 else f"{sheet.decks} decks"
    allowed = "" if sheet.decks_allowed else ", which the rulebook does not allow"
    yield Fact("Rulebook", rules.book.name)
    yield Fact("Cards", f"{decks}{allowed}; {sheet.cards} cards can come; {rules.shuffler}")
    if sheet.seen:
        yield Fact("Cards seen", " ".join(map(card_shown, sheet.seen)))
    yield Fact("House", "none: as the rulebook starts" if rules.house == House() else rules.house.name)
    yield Fact("Seats", str(rules.seats))
    yield Fact("Initial wager", f"{dollars(Fraction(sheet.wager))}, where its size matters")
    chosen = [
        f"{name} = {value} ({readings[name].cites})"
        for name, value in rules.book.readings.items()
        if name in readings and value != readings[name].default
    ]
    yield Fact("Readings", "; ".join(chosen) or "all at their defaults")
    yield Fact("Rulebook's SHA-256", f"{digests['rulebook'][:_SHORT]}…")
    yield Fact(
        "House file's SHA-256",
        f"{digests['house file'][:_SHORT]}…" if "house file" in digests else "no house file",
    )
    yield Fact("Made with", made_with())
