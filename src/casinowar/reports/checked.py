"""What is wrong with a file of the user's own, or that nothing is."""

import re
from typing import Any

from casinowar.reports.blocks import Cell, Column, Report, Words, grid, section, words
from casinowar.reports.numbers import counted
from casinowar.reports.reported import Reported
from casinowar.reports.sheet.flags import warnings
from casinowar.rulebooks import load_house, load_rules
from casinowar.rulebooks.checking import Checked, check


class CheckedFile(Reported, frozen=True):
    """A rulebook or a house file that was checked."""

    found: Checked
    warnings: tuple[str, ...] = ()
    """What is allowed, but hardly meant: wagers that return more than they cost."""

    @property
    def in_order(self) -> bool:
        """Tell whether it can be played by."""
        return not self.found.faults

    def report(self) -> Report:
        """Give each fault a line, or say that there is none; what is hardly meant follows."""
        found = self.found
        in_order = "in order, but:" if self.warnings else "in order"
        said = in_order if self.in_order else counted(len(found.faults), "fault")
        kind = f"house file for {found.rulebook}" if found.rulebook and self._is_house else found.kind
        alone = Words("It names no rulebook, so that nothing but its form can be checked.", "warning")
        return Report(
            name=found.where,
            title=f"{kind}, {said}",
            about=(alone,) if self._is_house and not found.rulebook and self.in_order else (),
            sections=(
                *((section("", grid(map(self._row, found.faults))),) if found.faults else ()),
                *(
                    (section("", *(Words(each, "warning") for each in self.warnings)),)
                    if self.warnings
                    else ()
                ),
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it for programs."""
        found = self.found
        return {
            "file": found.where,
            "kind": found.kind,
            "rulebook": found.rulebook,
            "in_order": self.in_order,
            "faults": [*found.faults],
            "warnings": [*self.warnings],
        }

    def _row(self, sentence: str) -> dict[Column, Cell]:
        """Part a fault from the file, which the heading names, and from its line, if that is known."""
        said = sentence.removeprefix(self.found.where)
        [(line, fault)] = re.findall(r"\A(?:, line (\d+))?:? *(.*)\Z", said, re.DOTALL)
        if not line and (within := re.search(r"\(at line (\d+)", fault)):
            line = within[1]
        return {Column("Line"): line, words("Fault", 1): fault}

    @property
    def _is_house(self) -> bool:
        return self.found.kind == "house file"


def checked(path: str) -> CheckedFile:
    """Check a rulebook or a house file, and what wagers return under it."""
    found = check(path)
    if found.faults or not found.rulebook:
        return CheckedFile(found)
    if found.kind == "rulebook":
        return CheckedFile(found, tuple(warnings(load_rules(path))))
    house = load_house(path)
    return CheckedFile(found, tuple(warnings(load_rules(house.rulebook, house))))
