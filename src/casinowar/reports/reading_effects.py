"""What every reading of a text does to its odds."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.odds.reading_effects import Change, ReadingEffect, reading_effects
from casinowar.parsing import ODDS_BOUNDS, whole_number
from casinowar.reports.blocks import (
    Block,
    Cell,
    Column,
    Paragraph,
    Report,
    StyledText,
    Tone,
    grid,
    section,
    text_column,
)
from casinowar.reports.exportable import Exportable, named, plain
from casinowar.reports.figures import (
    WON_BY_NOBODY,
    WON_BY_PLAYERS,
    counted_in_both,
    counted_with,
    difference,
    written,
)
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.names import FIGURES
from casinowar.reports.numbers import counted as so_many
from casinowar.reports.rulebook_changes import not_in_force
from casinowar.rulebooks import TomlText, load_rules


class ReadingEffects(Exportable, frozen=True):
    """The effect of every choice of every reading, compared with the default."""

    effects: tuple[ReadingEffect, ...]

    def __repr__(self) -> str:
        about = f"{self.effects[0].rulebook}, " if self.effects else ""
        return f"<ReadingEffects: {about}{so_many(self._number, 'reading')}>"

    @property
    def _number(self) -> int:
        return len({each.reading for each in self.effects})

    def report(self) -> Report:
        if not self.effects:
            return Report(title="The rulebook has no readings to choose from.")
        first = self.effects[0]
        house = "sample house" if first.sample else first.house
        no_house = Paragraph(
            "No house was given. Readings are compared at the sample house that comes with the rulebook, so "
            f"that every wager has figures; “odds {first.rulebook}” by itself has no house.",
            "warning",
        )
        how = Paragraph(
            "Each choice against the default (●), all other readings as the house has them.", "quiet"
        )
        return Report(
            title=f"every reading · {house} · {so_many(first.decks, 'deck')}",
            name=first.rulebook,
            about=(no_house, how) if first.sample else (how,),
            sections=tuple(
                section(
                    choices[0].reading,
                    *tuple(block for each in choices for block in _choice(each)),
                    adds=f"{choices[0].cites}  {choices[0].question}",
                )
                for choices in self._by_reading()
            ),
            foot=(self._counts(),),
        )

    def to_dict(self) -> dict[str, Any]:
        first = self.effects[0] if self.effects else None
        return plain(
            {
                **{name: first and getattr(first, name) for name in ("rulebook", "house", "sample", "decks")},
                "readings": [
                    {
                        **named(choices[0], "reading", "cites", "question"),
                        "choices": [*map(_document, choices)],
                    }
                    for choices in self._by_reading()
                ],
            }
        )

    def _by_reading(self) -> Iterator[list[ReadingEffect]]:
        for _, choices in groupby(self.effects, key=lambda effect: effect.reading):
            yield [*choices]

    def _counts(self) -> Paragraph:
        others = [each for each in self.effects if not each.default]
        changing = sum(bool(each.changes) for each in others)
        refused = sum(each.problem is not None for each in others)
        beyond = sum(bool(each.left_out) and not (each.changes or each.problem) for each in others)
        uncovered = f"{beyond} not covered by the odds, " if beyond else ""
        return Paragraph(
            f"{so_many(self._number, 'reading')}, {len(others)} choices beside the defaults: "
            f"{changing} change a figure, "
            f"{len(others) - changing - refused - beyond} do not, {uncovered}{refused} refused at this house."
        )


def readings(
    rulebook: str | TomlText,
    *,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
    decks: int | None = None,
) -> ReadingEffects:
    """Work out what every reading of a rulebook does to its figures, one by one, at a house.

    Where nothing is chosen, it is the sample house, so that every wager has figures.
    """
    decks = None if decks is None else whole_number("decks", decks, *ODDS_BOUNDS["decks"])
    asked = chosen_house(rulebook, house, sample=sample)
    given = load_rules(rulebook, asked).house if isinstance(asked, str) else asked or House()
    given = replace(given, readings={**given.readings, **(readings or {})})
    return ReadingEffects(tuple(reading_effects(rulebook, None if given == House() else given, decks)))


# a choice


def _choice(each: ReadingEffect) -> Iterator[Block]:
    mark = "●" if each.default else "○"
    chosen = " (chosen by the house)" if each.chosen and not each.default else ""
    yield Paragraph(f"{mark} {each.choice}{chosen}", "" if each.default else "strong", indent=2)
    yield Paragraph(each.says, "quiet", indent=4)
    if each.overridden:
        yield Paragraph(not_in_force(each.overridden), "warning", indent=4)
    if each.default and not each.problem:
        return
    if each.changes:
        yield replace(grid(map(change_row, each.changes)), indent=4)
    for sentence in each.left_out:
        yield Paragraph(f"Not covered by the odds: {sentence}", "warning", indent=4)
    if each.problem:
        yield Paragraph(f"Not at this house: {each.problem}", "warning", indent=4)
    elif not each.comparable:
        said = "Nothing to compare with: this house does not stand under the default."
        yield Paragraph(said, "warning", indent=4)
    elif not each.changes and not each.left_out:
        said = "no figure changes at this house" if each.beyond_the_figures else "changes no odds"
        yield Paragraph(f"{said} ({', '.join(each.sets)})", indent=4)


def change_row(change: Change) -> dict[Column, Cell]:
    figure, default, value = change.figure, change.default, change.value
    sizes = counted_in_both(change.default_with, change.value_with)
    house_gains = ((value or 0) > (default or 0)) != (figure in WON_BY_PLAYERS)
    tone: Tone = "" if figure in WON_BY_NOBODY else "bad" if house_gains else "good"
    return {
        text_column("figure", 1.2): f"{FIGURES[figure]}{f' ({sizes})' if sizes else ''}",
        Column("default"): written(figure, default),
        Column("so read"): written(figure, value),
        Column("change"): StyledText(difference(figure, default, value), tone),
    }


def _document(each: ReadingEffect) -> dict[str, object]:
    return {
        **named(each, "choice", "says", "default", "chosen", "sets", "figures", "left_out", "problem"),
        "overridden": each.overridden,
        "counted_with": {figure: counted_with(one) for figure, one in each.counted_with.items()},
        "changes": [
            {
                **named(change, "figure", "default", "value", "difference"),
                "default_counted_with": counted_with(change.default_with),
                "value_counted_with": counted_with(change.value_with),
            }
            for change in each.changes
        ],
    }
