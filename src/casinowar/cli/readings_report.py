"""What every reading does to the odds, as a table for people and as JSON."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.cli.figure_labels import LABELS, WON_BY_NOBODY, WON_BY_PLAYERS, difference, written
from casinowar.cli.odds.document import number
from casinowar.cli.output import console
from casinowar.odds.readings import Change, ReadingEffect

WIDEST = 110
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
    house = f"sample house “{effect.house}”" if effect.sample else effect.house
    out.print(Text.assemble((effect.rulebook, "bold"), f"  every reading · {house} · {effect.decks} decks"))
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
    return grid


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
                "changes": [
                    {
                        "figure": change.figure,
                        "default": number(change.default),
                        "value": number(change.value),
                        "difference": number(change.difference),
                    }
                    for change in each.changes
                ],
                "left_out": each.left_out,
                "problem": each.problem,
            }
            for each in choices
        ],
    }
