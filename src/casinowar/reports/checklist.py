"""Setup checklist of a table: approvals, equipment, and the house's choices."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from casinowar.extras import sheets_extra
from casinowar.files.writing import write
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.words import Shuffler
from casinowar.law.catalog import clauses, document
from casinowar.law.choices import assumed, chosen, concerns, equipment, in_words, is_taken_out, to_set_up
from casinowar.reports.blocks import (
    Block,
    Fact,
    Grid,
    Paragraph,
    Report,
    Section,
    StyledText,
    section,
    text_column,
)
from casinowar.reports.exportable import Exportable
from casinowar.reports.file_check import table_warnings
from casinowar.reports.house_choices import digest, value_in_words
from casinowar.reports.names import rulebook
from casinowar.reports.numbers import counted
from casinowar.reports.pictures.files import check_paper, check_pdf
from casinowar.reports.readings_in_force import NOT_DEFAULT, ReadingInForce, not_default, readings_in_force
from casinowar.reports.rulebook_changes import OWN_TEXT, based_on, changes_under, not_built_in, own_clauses
from casinowar.rulebooks import RulebookFile, TomlText, is_built_in, open_rulebook
from casinowar.rulebooks.diff import base_of, changes
from casinowar.rulebooks.toml_text import parsed
from casinowar.telling.phrases import listed
from casinowar.version import made_with

_KINDS: Final = {"approval": "Approvals", "equipment": "Table and cards", "choice": "Choices of the house"}
_LEGEND: Final = (
    "[x] the house file says so; [ ] open: to be confirmed or chosen. "
    "A default is what holds as long as the house says nothing."
)
_COLUMNS: Final = (text_column(""), text_column(""), text_column("", 1))
_SPEAK_FOR_THEMSELVES: Final = frozenset({"not set", "not stated", "chosen at the table"})
_NOTHING: Final = "The text asks for nothing."
_NOT_KNOWN: Final = (
    "No document is catalogued for this rulebook, so nothing is known of what its text asks for here."
)


class ToSetUp(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the checklist; `made` is whether the house made the choice."""

    kind: Literal["approval", "equipment", "choice"]
    clause: str
    item: str
    made: bool | None = None


class Checklist(Exportable, frozen=True):
    """What must be ready before a table opens."""

    rulebook: str
    title: str
    house: str
    """Empty without a house: the checklist then covers every possible house."""
    checklist: tuple[ToSetUp, ...]
    readings: tuple[ReadingInForce, ...] = ()
    """How this table decides each open point of the text."""
    warnings: tuple[str, ...] = ()
    """Allowed but probably mistakes: wagers that favor the player or are not paid in full."""
    sha256: Mapping[str, str] = {}
    """Digests of the rulebook and the house file."""
    based_on: str = ""
    """What a custom rulebook changes, and in which built-in one."""

    def report(self) -> Report:
        boxes = (section(heading, self._boxes(kind)) for kind, heading in _KINDS.items())
        every = Paragraph("All that may concern a house.", "quiet")
        own = Paragraph(not_built_in(self.rulebook, self.based_on), "warning")
        warned = section("Warnings", *(Paragraph(each, "warning") for each in self.warnings))
        return Report(
            name=self.rulebook,
            title=self.title,
            facts=tuple(self._facts()),
            about=(
                *(() if self.house else (every,)),
                *((own,) if self.based_on else ()),
                Paragraph(_LEGEND, "quiet"),
            ),
            sections=(*((warned,) if self.warnings else ()), *self._read_otherwise(), *boxes),
            foot=tuple(self._signed_for()),
            made_with=made_with(),
        )

    def _signed_for(self) -> Iterator[Paragraph]:
        """Repeat the warnings at the end, where the list is signed."""
        said = ["a rulebook that is not built in"] if self.based_on else []
        if self.warnings:
            said.append(counted(len(self.warnings), "warning"))
        if others := len(not_default(self.readings)):
            which = "that is not the default" if others == 1 else "that are not the defaults"
            said.append(f"{counted(others, 'reading')} {which}")
        if said:
            yield Paragraph(f"This list has {listed(said)}.", "warning")

    def _facts(self) -> Iterator[Fact]:
        yield Fact("Rulebook", rulebook(self.rulebook))
        if self.house:
            yield Fact("House", self.house)
        for name, found in self.sha256.items():
            yield Fact(f"{name.capitalize()}'s SHA-256", found)
        others, every = len(not_default(self.readings)), sum(not each.overridden for each in self.readings)
        decided = ", ".join(f"{each.reading} ({each.cites})" for each in self.readings if each.overridden)
        if every:
            usual = f"all {every} are the defaults"
            said = f"{others} of {every} are not the defaults, and stand below" if others else usual
            itself = f"; not in force, because the rulebook itself decides: {decided}" if decided else ""
            yield Fact("Readings", f"{said}{itself}")

    def _read_otherwise(self) -> Iterator[Section]:
        rows = tuple(
            (_box(made=each.chosen), StyledText(each.number, "strong"), _as_read(each))
            for each in not_default(self.readings)
        )
        if rows:
            yield section(NOT_DEFAULT, Grid(columns=_COLUMNS, rows=rows))

    def to_pdf(self, path: str | Path, *, paper: str = "letter") -> None:
        """Typeset the list on US Letter or A4, with room to sign; the same list makes the same bytes."""
        check_pdf(path)
        on = check_paper(paper)
        with sheets_extra():
            from casinowar.reports.typesetting import typeset  # noqa: PLC0415 - needs the extra
        write(path, typeset("checklist.typ", {"contents": self.report(), "paper": on}))

    def _boxes(self, kind: str) -> Block:
        rows = tuple(
            (
                _box(made=each.made),
                StyledText(clause_in_words(each.clause).replace("; ", ";\n"), "strong"),
                each.item,
            )
            for each in self.checklist
            if each.kind == kind
        )
        without = Paragraph(_NOT_KNOWN if self.based_on == OWN_TEXT else _NOTHING)
        return Grid(columns=_COLUMNS, rows=rows) if rows else without


def _as_read(each: ReadingInForce) -> str:
    here = f"{each.question} {each.reading} = {each.choice}: {each.says}"
    return f"{here} By default: {each.default_says}"


def _box(*, made: bool | None) -> str:
    return "[x]" if made else "[ ]"


def checklist_for(
    rules: Rules, *, source: RulebookFile | None = None, file: TomlText | None = None
) -> Checklist:
    """Make the list for a table under these rules; of a text that is not catalogued its values tell.

    `source` is the rulebook's own file where it is not built in, and `file` the house's; without that, a
    house says what differs from the defaults.
    """
    source = source or open_rulebook(rules.book.name)
    said: Mapping[str, Any] = {} if file is None else parsed(file)
    if file is None:
        default = to_builtins(House())
        said = {name: value for name, value in to_builtins(rules.house).items() if value != default[name]}
    book = rules.book
    title = document(book.document).title if is_built_in(book.name) else book.title
    every = (*_approvals(rules), *_equipment(rules, book.document), *_choices(rules, book.document, said))
    items = tuple(each for each in every if not is_taken_out(rules, book.document, each.clause))
    if rules.house != House():
        items = tuple(
            each
            for each in items
            if each.kind == "approval"
            or concerns(rules, book.document, each.clause, choice=each.kind == "choice")
        )
    base = base_of(source)
    if base is not None:
        found = changes(base, source)
        own = own_clauses(found, chosen(rules, book.document))
        items = tuple(
            replace(each, clause=own.get(each.clause, each.clause))
            if each.kind == "choice"
            else replace(each, item=f"{each.item}{_otherwise(changes_under(found, each.clause))}")
            for each in items
        )
    texts = {"rulebook": source.text, **({} if file is None else {"house file": file.text})}
    return Checklist(
        book.name,
        title,
        "" if rules.house == House() else rules.house.name,
        items,
        readings=readings_in_force(source, rules),
        warnings=table_warnings(rules),
        sha256={name: digest(text) for name, text in texts.items()},
        based_on=based_on(source),
    )


def _otherwise(said: str) -> str:
    return f" Here: {'; '.join(said.splitlines())}." if said else ""


def _approvals(rules: Rules) -> Iterator[ToSetUp]:
    opening, house = rules.book.opening, rules.house
    tasks = (
        *opening.approvals,
        opening.odds_on_sign if house.odds_on_sign else None,
        opening.tip_box_elsewhere if house.tip_box_elsewhere else None,
        *(opening.continuous_device if rules.shuffler is Shuffler.CONTINUOUS else ()),
    )
    for task in filter(None, tasks):
        yield ToSetUp(kind="approval", clause=task.clause, item=f"{str(task.act).capitalize()}.")


def _equipment(rules: Rules, jurisdiction: str) -> Iterator[ToSetUp]:
    about_seats = rules.book.seating.seats.clause if rules.house != House() else ""
    besides = to_set_up(jurisdiction)
    for clause in clauses(jurisdiction) if jurisdiction else ():
        if said := equipment(clause):
            seats = f" This house: {counted(rules.seats, 'seat')}." if clause.clause == about_seats else ""
            yield ToSetUp(kind="equipment", clause=clause.clause, item=f"{said}{seats}")
        for each in besides:
            if each.clause.partition(";")[0] == clause.clause:
                yield ToSetUp(kind="equipment", clause=each.clause, item=each.item)


def _choices(rules: Rules, jurisdiction: str, said: Mapping[str, Any]) -> Iterator[ToSetUp]:
    """List the house's choices; those that its file does not state are open, with their defaults."""
    left_open = assumed(rules, jurisdiction)
    for clause, values in chosen(rules, jurisdiction).items():
        stated = {name: _states(said, name) for name in values}
        each = (
            _choice(name, value_in_words(value), stated=stated[name], default=name not in left_open)
            for name, value in values.items()
        )
        yield ToSetUp(kind="choice", clause=clause, item="; ".join(each), made=all(stated.values()))


def _states(said: Mapping[str, Any], name: str) -> bool:
    """Whether a house file states a name such as progressive.meter.rate."""
    found: Any = said
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found is not None and (found != {} or name != "limits")


def _choice(name: str, value: str, *, stated: bool, default: bool) -> str:
    about = f"{known}: " if (known := in_words(name)) else ""
    if stated:
        return f"{about}{name} = {value}"
    if not default:
        return f"{about}{name}, not stated: {value}"
    return f"{about}{name}, {value if value in _SPEAK_FOR_THEMSELVES else f'default: {value}'}"
