"""Effects of the other readings of a document on the figures of its sample house."""

from msgspec import Struct

from casinowar.odds.reading_effects import Change, ReadingEffect
from casinowar.reports.figures import difference, written
from casinowar.reports.names import FIGURES
from casinowar.reports.reading_effects import readings


class ReadingsBody(Struct, frozen=True, kw_only=True):
    rulebook: str


class CostOfReading(Struct, frozen=True, kw_only=True):
    """A figure that a reading changes, as text."""

    figure: str
    default: str
    value: str
    difference: str


class EffectOfReading(Struct, frozen=True, kw_only=True):
    """The effect of one reading on the figures, and the effects that the figures leave out."""

    reading: str
    cites: str
    choice: str
    changes: tuple[CostOfReading, ...]
    left_out: tuple[str, ...]
    problem: str


def effects(rulebook: str) -> list[EffectOfReading]:
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
