"""Faults and warnings of a rulebook or house file."""

import re
from collections.abc import Iterator
from typing import Any

from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.money import cents, dollars
from casinowar.game.words import Wager
from casinowar.law.choices import assumed, in_words
from casinowar.odds.hand import check_cards
from casinowar.odds.settlement import NotCovered
from casinowar.odds.sheet import most_hands
from casinowar.odds.shoe import Shoe
from casinowar.reports.blocks import Column, Paragraph, Report, grid, section, text_column
from casinowar.reports.exportable import Exportable, plain
from casinowar.reports.numbers import counted
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.rulebooks import TomlText, load_house, load_rules, named_in, open_rulebook
from casinowar.rulebooks.check import Checked, check, check_house_text, check_text
from casinowar.rulebooks.diff import set_again


class FileCheck(Exportable, frozen=True):
    found: Checked
    warnings: tuple[str, ...] = ()
    """Allowed but probably mistakes: wagers that favor the player or are not paid in full."""
    open: tuple[str, ...] = ()
    """Choices that a house must state and this one does not."""

    @property
    def in_order(self) -> bool:
        return not self.found.faults

    def report(self) -> Report:
        found = self.found
        in_order = f"in order, {counted(len(self.open), 'choice')} open" if self.open else "in order"
        in_order += ", but:" if self.warnings else ""
        said = in_order if self.in_order else counted(len(found.faults), "fault")
        kind = f"house file for {found.rulebook}" if found.rulebook and self._is_house else found.kind
        faults = (
            {Column("Line"): "" if line is None else str(line), text_column("Fault", 1): fault}
            for line, fault in self.by_line
        )
        alone = Paragraph("It names no rulebook, so that nothing but its form can be checked.", "warning")
        return Report(
            name=found.where,
            title=f"{kind}, {said}",
            about=(alone,) if self._is_house and not found.rulebook and self.in_order else (),
            sections=(
                *((section("", grid(faults)),) if found.faults else ()),
                *(
                    section("", *(Paragraph(each, "warning") for each in said))
                    for said in (self.warnings, self.open)
                    if said
                ),
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        found = self.found
        return plain(
            {
                "file": found.where,
                "kind": found.kind,
                "rulebook": found.rulebook,
                "in_order": self.in_order,
                "faults": found.faults,
                "warnings": self.warnings,
                "open": self.open,
            }
        )

    @property
    def by_line(self) -> list[tuple[int | None, str]]:
        """Faults with their line numbers, if known."""
        parted: list[tuple[int | None, str]] = []
        for sentence in self.found.faults:
            said = sentence.removeprefix(self.found.where)
            [(line, fault)] = re.findall(r"\A(?:, line (\d+))?:? *(.*)\Z", said, re.DOTALL)
            if not line and (within := re.search(r"\(at line (\d+)", fault)):
                line = within[1]
            parted.append((int(line) if line else None, fault))
        return parted

    @property
    def _is_house(self) -> bool:
        return self.found.kind == "house file"


def check_file(path: str) -> FileCheck:
    found = check(path)
    if found.faults or not found.rulebook:
        return FileCheck(found)
    if found.kind == "rulebook":
        return FileCheck(found, _of_a_rulebook(path))
    rules = load_rules(named_in(path, load_house(path).rulebook), path)
    return FileCheck(found, table_warnings(rules), tuple(_left_open(rules)))


def check_rulebook_text(source: TomlText) -> FileCheck:
    found = check_text(source)
    if found.faults or not found.rulebook:
        return FileCheck(found)
    return FileCheck(found, _of_a_rulebook(source))


def check_house_file_text(source: TomlText, rulebook: str | TomlText) -> FileCheck:
    found = check_house_text(source, open_rulebook(rulebook))
    if found.faults:
        return FileCheck(found)
    rules = load_rules(rulebook, source)
    return FileCheck(found, table_warnings(rules), tuple(_left_open(rules)))


def _of_a_rulebook(source: str | TomlText) -> tuple[str, ...]:
    again = (
        f"{place}: what this file says of it has no effect, since its default reading {name} = {value} sets"
        " it again."
        for place, name, value in set_again(open_rulebook(source))
    )
    return (*again, *_warnings(load_rules(source)))


def table_warnings(rules: Rules) -> tuple[str, ...]:
    """List what is allowed at a table but probably a mistake."""
    return (*_warnings(rules), *_pays_nothing(rules))


def _warnings(rules: Rules) -> tuple[str, ...]:
    for hands in (1, most_hands(rules)):
        try:
            check_cards(rules, Shoe.fresh(rules), hands)
        except NotCovered as reason:
            return str(reason), *wager_warnings(rules)
    return tuple(wager_warnings(rules))


def _pays_nothing(rules: Rules) -> Iterator[str]:
    """Name the symbols that the house's own table for a small wager omits."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if not (law and law.small_wager and offered and offered.small_wager_pays):
        return
    wheels = (offered.hot_spot, *([offered.community] if offered.community else []))
    symbols = dict.fromkeys(segment.symbol for wheel in wheels for segment in wheel.segments)
    paying = {
        pay.symbol
        for pay in offered.small_wager_pays
        if any(cents(amount or "0") for amount in (pay.hot_spot, pay.community))
    }
    if left_out := [symbol for symbol in symbols if symbol not in paying]:
        least = dollars(min(map(cents, offered.amounts or law.amounts.value)))
        clause = clause_in_words(law.small_wager.clause)
        nothing = f"the house's own table pays nothing for: {', '.join(left_out)} ({clause})"
        yield f"On a bonus spin wager of {least} {nothing}."


def _left_open(rules: Rules) -> Iterator[str]:
    """Name the choices that the house must state and does not, with what applies meanwhile."""
    document = rules.book.document
    for name, each in (assumed(rules, document) if document else {}).items():
        holds = f": {each.without} (our assumption {each.reading})"
        yield f"Open: {name}, {in_words(name)}. The file has to say it; as long as it does not{holds}."
    law = rules.book.wagers.limits
    if law.required and Wager.INITIAL not in rules.limits:
        holds = f", a table that is opened posts those of the sample house ({clause_in_words(law.clause)})"
        yield f"Open: limits, {in_words('limits')}. The file has to say it; as long as it does not{holds}."
    if law.authorized and rules.house.authorized_limit is None:
        name = "authorized_limit"
        clause = clause_in_words(law.clause)
        holds = f", a table that is opened takes the largest maximum that is posted for it ({clause})"
        yield f"Open: {name}, {in_words(name)}. The file has to say it; as long as it does not{holds}."
