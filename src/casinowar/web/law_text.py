"""View of a law: each clause with its status, and each reading."""

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.law.catalog import Doubt, readings
from casinowar.law.coverage import Coverage
from casinowar.reports.assumptions import Assumption
from casinowar.reports.house_choices import choices_in_words
from casinowar.reports.law import law_behind
from casinowar.reports.readings_in_force import ReadingInForce
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.diff import ChangedValue


class LawChoice(Struct, frozen=True, kw_only=True):
    reading: str
    choice: str
    letter: str
    says: str
    default: bool


class LawDoubt(Struct, frozen=True, kw_only=True):
    """A doubtful point of the texts, and its readings."""

    number: str
    doubt: Doubt
    choices: tuple[LawChoice, ...]


class LawText(Struct, frozen=True, kw_only=True):
    """A law clause by clause, each with our summary and its status."""

    rulebook: str
    title: str
    clauses: tuple[Coverage, ...]
    doubts: tuple[LawDoubt, ...]
    readings: tuple[ReadingInForce, ...]
    """The reading of each open point: the default, or the choice of the house."""
    assumptions: tuple[Assumption, ...]
    document: str = ""
    """The document that a custom rulebook starts from."""
    here: dict[str, str] = {}
    """The change that a custom rulebook makes to a clause, in words."""
    changes: tuple[ChangedValue, ...] = ()
    """The values that differ from its document."""
    house: dict[str, str] = {}
    """The choice of the house on a clause, in words."""


def law_text(source: RulebookFile, rules: Rules) -> LawText:
    law = law_behind(source, rules)
    cited = {number for clause in law.clauses for number in clause.readings}
    cited |= {each.cites for each in law.readings}
    return LawText(
        rulebook=law.rulebook,
        title=law.title,
        clauses=law.clauses,
        doubts=tuple(
            LawDoubt(number=number, doubt=law.doubt(number), choices=tuple(_choices(source, number)))
            for number in readings()
            if number in cited
        ),
        readings=law.readings,
        assumptions=law.assumptions,
        document=law.document,
        here={**law.here},
        changes=law.changes,
        house={
            clause: choices_in_words(values)
            for clause, values in law.house.items()
            if values and law.has_house
        },
    )


def _choices(source: RulebookFile, number: str) -> list[LawChoice]:
    return [
        LawChoice(reading=name, choice=value, letter=way.letter, says=way.says, default=value == each.default)
        for name, each in source.readings.items()
        if each.cites == number
        for value, way in each.choices.items()
    ]
