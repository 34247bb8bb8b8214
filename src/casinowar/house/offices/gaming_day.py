"""Gaming days and their shifts."""

from datetime import UTC, datetime
from typing import Annotated, Final

from msgspec import Meta, Struct

from casinowar.game.refusal import InputError

MINUTE: Final = 60_000
QUARTER: Final = 15
"""Minutes in a booking period; time zones and shifts are multiples of it."""
_DAY: Final = 24 * 60

Minutes = Annotated[int, Meta(ge=-_DAY, le=_DAY)]


class Shift(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the gaming day; `begins` is a minute of the local clock."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]
    begins: Annotated[int, Meta(ge=0, lt=2 * _DAY)]
    """Above 24 hours for a shift after midnight."""


class Hours(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shifts of a gaming day, which begins with the first. `zone` is in minutes ahead of UTC."""

    zone: Minutes = 0
    """A number, because the meaning of a zone's name changes, and slips must keep their day."""
    shifts: Annotated[tuple[Shift, ...], Meta(min_length=1, max_length=24)] = (
        Shift(name="day", begins=6 * 60),
        Shift(name="swing", begins=14 * 60),
        Shift(name="grave", begins=22 * 60),
    )

    def day(self, at: int) -> str:
        """Give the gaming day of a time in milliseconds.

        >>> Hours().day(0), Hours(zone=-300).day(86_400_000)
        ('1969-12-31', '1970-01-01')
        """
        return _date(at + (self.zone - self.shifts[0].begins) * MINUTE)

    def shift(self, at: int) -> str:
        """Give the shift of a time.

        >>> [Hours().shift(hour * 3_600_000) for hour in (5, 6, 14, 23)]
        ['grave', 'day', 'swing', 'grave']
        >>> late = Hours(shifts=(Shift(name="day", begins=8 * 60), Shift(name="late", begins=25 * 60)))
        >>> [late.shift(hour * 3_600_000) for hour in (0, 1, 7, 8)]
        ['day', 'late', 'late', 'day']
        """
        first = self.shifts[0].begins
        gone = (at // MINUTE + self.zone - first) % _DAY
        return [each.name for each in self.shifts if each.begins - first <= gone][-1]

    def hour(self, at: int) -> str:
        """Give the hour of the local clock with its gaming day.

        >>> Hours().hour(0)
        '1969-12-31 00:00'
        """
        local = (at // MINUTE + self.zone) % _DAY // 60
        return f"{self.day(at)} {local:02}:00"


def check_hours(hours: Hours) -> None:
    begin = [each.begins for each in hours.shifts]
    if any(each % QUARTER for each in (hours.zone, *begin)):
        raise InputError("Time zone and shifts must be in whole quarters of an hour.")
    if not 0 <= begin[0] < _DAY or sorted({*begin}) != begin or begin[-1] >= begin[0] + _DAY:
        raise InputError("Shifts must begin one after another, within a day of the first.")
    if len({each.name for each in hours.shifts}) < len(begin):
        raise InputError("Each shift needs a name of its own.")


def _date(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        raise InputError("The clock shows no valid date.") from None
