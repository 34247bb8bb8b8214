"""What the other readings of a document would cost, by the figures of its sample house."""

from msgspec import Struct

from casinowar.odds.reading_effects import Change, ReadingEffect
from casinowar.reports.figures import difference, written
from casinowar.reports.names import FIGURES
from casinowar.reports.reading_effects import readings


class ReadingsBody(Struct, frozen=True, kw_only=True):
    """Whose readings are asked for: those of a built-in rulebook."""

    rulebook: str


class CostOfReading(Struct, frozen=True, kw_only=True):
    """A figure that another reading changes, as it is written."""

    figure: str
    default: str
    value: str
    difference: str


class EffectOfReading(Struct, frozen=True, kw_only=True):
    """What one choice does to the figures of the sample house, and what the figures leave out."""

    reading: str
    cites: str
    choice: str
    changes: tuple[CostOfReading, ...]
    left_out: tuple[str, ...]
    problem: str


def effects(rulebook: str) -> list[EffectOfReading]:
    """Work out what each choice costs that is not the usual one."""
    return [_effect(each) for each in readings(rulebook).effects if not each.default]


def _effect(each: ReadingEffect) -> EffectOfReading:
    return EffectOfReading(
        reading=each.reading,
        cites=each.cites,
        choice=each.choice,
        changes=tuple(_cost(change) for change in each.changes),
        left_out=each.left_out,
        problem=each.problem or "",
    )


def _cost(change: Change) -> CostOfReading:
    figure, default, value = change.figure, change.default, change.value
    return CostOfReading(
        figure=FIGURES[figure],
        default=str(written(figure, default)),
        value=str(written(figure, value)),
        difference=str(difference(figure, default, value)),
    )
