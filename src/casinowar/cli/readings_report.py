"""What every reading does to the odds, as a table for people and as JSON."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.odds.figures import CountedWith, DeckCount
from casinowar.odds.readings import Change, ReadingEffect
from casinowar.reports.pictures.labels import (
    LABELS,
    WON_BY_NOBODY,
    WON_BY_PLAYERS,
    counted,
    difference,
    size,
    written,
)
from casinowar.reports.sheet.document import number

WIDEST = 110
NO_HOUSE_GIVEN = (
    "No house was given. Readings are compared at the sample house that comes with the rulebook, "
    "so that every wager has figures; “odds {name}” by itself has no house."
)
_BELOW = (0, 0, 0, 4)
_FAVOURS_THE_HOUSE = "red"
_FAVOURS_THE_PLAYER = "green"


def print_effects(effects: Sequence[ReadingEffect]) -> None:
    """Print each reading with its choices, and below each choice the figures that it changes."""
    out = console()
    out.width = min(out.width, WIDEST)
    if not effects:
        out.print("The rulebook has no readings to choose from.")
        return
    _heading(out, effects[0])
    for _, choices in groupby(effects, key=lambda effect: effect.reading):
        out.print()
        _reading(out, [*choices])
    out.print()
    out.print(_counts(effects))


def _heading(out: Console, effect: ReadingEffect) -> None:
    decks = "1 deck" if effect.decks == 1 else f"{effect.decks} decks"
    house = "sample house" if effect.sample else effect.house
    out.print(Text.assemble((effect.rulebook, "bold"), f"  every reading · {house} · {decks}"))
    if effect.sample:
        out.print(Text(NO_HOUSE_GIVEN.format(name=effect.rulebook), "yellow"))
    out.print(Text("Each choice against the default (●), all other readings as the house has them.", "dim"))


def _reading(out: Console, choices: list[ReadingEffect]) -> None:
    first = choices[0]
    out.print(Text.assemble((first.reading, "bold cyan"), "  ", (first.cites, "dim"), "  ", first.question))
    for each in choices:
        mark = "●" if each.default else "○"
        chosen = Text(" chosen by the house", "yellow") if each.chosen and not each.default else Text()
        title = Text.assemble((f"{mark} {each.choice}", "" if each.default else "bold"), chosen)
        out.print(Padding(title, (0, 0, 0, 2), expand=False))
        out.print(Padding(Text(each.says, "dim"), _BELOW, expand=False))
        if not each.default or each.problem:
            _effect(out, each)


def _effect(out: Console, each: ReadingEffect) -> None:
    if each.changes:
        out.print(Padding(_changes(each.changes), _BELOW, expand=False))
    for sentence in each.left_out:
        out.print(Padding(Text(f"Not covered: {sentence}", "yellow"), _BELOW, expand=False))
    if each.problem:
        out.print(Padding(Text(f"Not at this house: {each.problem}", "yellow"), _BELOW, expand=False))
    elif not each.comparable:
        said = "Nothing to compare with: this house does not stand under the default."
        out.print(Padding(Text(said, "yellow"), _BELOW, expand=False))
    elif not each.changes and not each.left_out:
        said = "no figure changes at this house" if each.beyond_the_figures else "no odds"
        out.print(Padding(Text(f"{said} ({', '.join(each.sets)})"), _BELOW, expand=False))


def _changes(changes: Iterable[Change]) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(min_width=max(map(len, LABELS.values())), no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, min_width=len("100.0000 %"))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, min_width=len("-100.0000 %"))
    grid.add_column(justify="right", no_wrap=True, min_width=len("-100.0000 %"))
    for each in changes:
        more = (each.value or 0) > (each.default or 0)
        house_gains = more != (each.figure in WON_BY_PLAYERS)
        style = _FAVOURS_THE_HOUSE if house_gains else _FAVOURS_THE_PLAYER
        grid.add_row(
            LABELS[each.figure],
            written(each.figure, each.default),
            "→",
            written(each.figure, each.value),
            Text(
                difference(each.figure, each.default, each.value),
                "" if each.figure in WON_BY_NOBODY else style,
            ),
        )
        if each.default_with or each.value_with:
            grid.add_row(*_sizes(each.default_with, each.value_with))
    return grid


def _sizes(default: CountedWith | None, value: CountedWith | None) -> list[Text]:
    """Say below a figure which wager or how many decks it is counted with."""
    if default is None or value is None or default == value:
        return [Text(f"  {counted(each)}", "dim") for each in {default, value} if each]
    assumed = any(isinstance(each, DeckCount) and each.assumed for each in (default, value))
    why = "  for want of a maximum" if assumed else "  counted with"
    return [Text(each, "dim") for each in (why, size(default), "→", size(value))]


def _counts(effects: Sequence[ReadingEffect]) -> Text:
    others = [each for each in effects if not each.default]
    changing = sum(bool(each.changes) for each in others)
    refused = sum(each.problem is not None for each in others)
    readings = len({each.reading for each in effects})
    return Text.assemble(
        (f"{readings} readings", "bold"),
        f", {len(others)} choices beside the defaults: {changing} change a figure, ",
        f"{len(others) - changing - refused} do not, {refused} cannot stand at this house.",
    )


def effects_document(effects: Sequence[ReadingEffect]) -> dict[str, object]:
    """Write the effects for programs, the choices of each reading together."""
    return {
        "rulebook": effects[0].rulebook if effects else None,
        "house": effects[0].house if effects else None,
        "sample": effects[0].sample if effects else None,
        "decks": effects[0].decks if effects else None,
        "readings": [
            _document([*choices]) for _, choices in groupby(effects, key=lambda effect: effect.reading)
        ],
    }


def _document(choices: list[ReadingEffect]) -> dict[str, object]:
    first = choices[0]
    return {
        "reading": first.reading,
        "cites": first.cites,
        "question": first.question,
        "choices": [
            {
                "choice": each.choice,
                "says": each.says,
                "default": each.default,
                "chosen": each.chosen,
                "sets": each.sets,
                "figures": {figure: number(value) for figure, value in each.figures.items()},
                "counted_with": {figure: counted_with(one) for figure, one in each.counted_with.items()},
                "changes": [
                    {
                        "figure": change.figure,
                        "default": number(change.default),
                        "value": number(change.value),
                        "difference": number(change.difference),
                        "default_counted_with": counted_with(change.default_with),
                        "value_counted_with": counted_with(change.value_with),
                    }
                    for change in each.changes
                ],
                "left_out": each.left_out,
                "problem": each.problem,
            }
            for each in choices
        ],
    }


def counted_with(each: CountedWith | None) -> dict[str, object] | None:
    """Write which wager or how many decks a figure is counted with; None where these are the table's own."""
    if each is None:
        return None
    if isinstance(each, DeckCount):
        return {"decks": each.decks, "assumed_for_want_of_a_limit": each.assumed}
    return {"wager_in_cents": each.wager, "chip_in_cents": each.chip, "chips": each.chips}
