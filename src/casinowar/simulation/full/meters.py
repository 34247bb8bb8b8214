"""The meters in the full kernel: the progressive's, and the primary and the secondary one of the wheel."""

from fractions import Fraction

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.money import cents
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.chips import pay_in_full, placed_by_all


def start_meters(rules: Rules) -> tuple[int, ...]:
    return tuple(cents(meter.initial) if meter else 0 for meter in _meters(rules))


def meter_terms(rules: Rules) -> t.Terms:
    lines: list[t.Term] = []
    for meter in _meters(rules):
        lines += (cents(meter.reset), meter.share) if meter else (0, Fraction(0))
    return {t.METER_TABLE: lines}


def _meters(rules: Rules) -> tuple[MeterChoices | None, MeterChoices | None, MeterChoices | None]:
    progressive, spin = rules.house.progressive, rules.house.bonus_spin
    wheels = (spin.primary, spin.secondary) if spin else (None, None)
    return (progressive.meter if progressive else None, *wheels)


@t.compiled
def raise_meters(table: t.TableArrays) -> None:
    if table.terms[t.HAS_PROGRESSIVE]:
        _raise(table, t.PROGRESSIVE_METER, t.PROGRESSIVE)
        table.marks[t.METER_BEFORE] = table.marks[t.METERS + t.PROGRESSIVE_METER]
    if table.terms[t.HAS_SPIN]:
        _raise(table, t.PRIMARY_METER, t.BONUS_SPIN)
        _raise(table, t.SECONDARY_METER, t.BONUS_SPIN)


@t.compiled
def _raise(table: t.TableArrays, meter: int, wager: int) -> None:
    rate = table.terms[t.METER_TABLE] + 1 + meter * t.METER_LINE + t.RATE
    table.marks[t.METERS + meter] += placed_by_all(table, wager) * table.terms[rate] // table.terms[rate + 1]
    table.marks[t.SHOWN + meter] += table.marks[t.METERS + meter]


@t.compiled
def pay_from_meter(table: t.TableArrays, hand: int, kind: int, meter: int, amount: int) -> None:
    """Pay a hand from a meter within the payout limit; the rest stays in the meter."""
    table.marks[t.METERS + meter] -= pay_in_full(table, hand, kind, amount)


@t.compiled
def restart(table: t.TableArrays, meter: int) -> None:
    least = t.item(table, t.METER_TABLE, meter * t.METER_LINE + t.RESET)
    table.marks[t.METERS + meter] = max(table.marks[t.METERS + meter], least)


@t.compiled
def note_win(table: t.TableArrays, meter: int) -> None:
    """Record a meter's amount when it is won, and for the first wins the round."""
    shown = table.marks[t.METERS + meter]
    table.marks[t.WINS + meter] += 1
    table.marks[t.WON + meter] += shown
    table.marks[t.LARGEST + meter] = max(table.marks[t.LARGEST + meter], shown)
    place = table.marks[t.WINS_NOTED]
    if place < len(table.wins):
        table.wins[place, 0], table.wins[place, 1], table.wins[place, 2] = table.marks[t.ROUND], meter, shown
        table.marks[t.WINS_NOTED] += 1
