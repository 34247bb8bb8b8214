"""The house in a record: its choices on one line; limits, side wagers and wheels on lines of their own."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, OwnPay, Segment, Wheel
from casinowar.game.book.citing import Choices
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.words import Wager
from casinowar.record.lines import Line, pair, read_struct, written

Made = TypeVar("Made", bound=Struct)

_ELSEWHERE: Final = ("readings", "limits", "progressive", "bonus_spin", "electronic")
HEADS: Final = (
    *("house", "limit", "progressive", "bonus_spin", "electronic"),
    *("meter", "designated", "wheel", "segment", "small_wager_pay"),
)
"""The words that lines about the house begin with."""

_ONCE: Final = ("house", "progressive", "bonus_spin", "electronic")


class LimitLine(Limit, frozen=True, kw_only=True):
    """The limits on one wager."""

    wager: Wager


class MeterLine(MeterChoices, frozen=True, kw_only=True):
    """One meter of the submission."""

    name: str


class SideWagerLine(Choices, frozen=True, kw_only=True):
    """A side wager: the sizes that are offered, and how positions weigh for the hot spot."""

    amounts: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()


class WheelLine(Choices, frozen=True, kw_only=True):
    """One wheel, without its segments."""

    name: str
    stops: int


class SegmentLine(Segment, frozen=True, kw_only=True):
    """One segment of a wheel."""

    wheel: str


# writing


def write_house(house: House) -> Iterator[str]:
    """Write the house's choices."""
    if choices := written(house, leave_out=_ELSEWHERE):
        yield " ".join(["house", *choices])
    for wager, limit in house.limits.items():
        yield f"limit wager={wager} {pair('minimum', limit.minimum)} {pair('maximum', limit.maximum)}"
    if house.progressive:
        yield _line("progressive", SideWagerLine(amounts=house.progressive.amounts))
        yield _meter("progressive", house.progressive.meter)
    if house.bonus_spin:
        yield from _bonus_spin(house.bonus_spin)
    if house.electronic:
        yield _line("electronic", house.electronic)


def _line(head: str, values: Struct, *first: str) -> str:
    return " ".join([head, *first, *written(values)])


def _meter(name: str, meter: MeterChoices) -> str:
    return _line("meter", meter, pair("name", name))


def _bonus_spin(offered: BonusSpinChoices) -> Iterator[str]:
    yield _line("bonus_spin", SideWagerLine(amounts=offered.amounts, positions=offered.positions))
    yield from (_line("designated", card) for card in offered.cards)
    yield _meter("primary", offered.primary)
    yield _meter("secondary", offered.secondary)
    for name, wheel in (("hot_spot", offered.hot_spot), ("community", offered.community)):
        if wheel:
            yield f"wheel name={name} stops={wheel.stops}"
            yield from (_line("segment", each, f"wheel={name}") for each in wheel.segments)
    yield from (_line("small_wager_pay", own) for own in offered.small_wager_pays)


# reading


def read_house(lines: list[Line]) -> House:
    """Read the house's choices from all the lines about it."""
    of: dict[str, list[Line]] = {head: [line for line in lines if line.head == head] for head in HEADS}
    for head in _ONCE:
        for line in of[head][1:]:
            raise line.wrong(f"'{head}' is there twice")
    house = House()
    if of["house"]:
        nothing: dict[str, object] = {"readings": {}, "limits": {}}
        nothing |= dict.fromkeys(("progressive", "bonus_spin", "electronic"))
        house = read_struct(House, of["house"][0], **nothing)
    meters = _by_name(of["meter"], MeterLine, ("progressive", "primary", "secondary"))
    wheels = _by_name(of["wheel"], WheelLine, ("hot_spot", "community"))
    side = _Side(of, meters, wheels)
    return replace(
        house,
        limits=dict(map(_read_limit, of["limit"])),
        progressive=side.one("progressive", side.progressive),
        bonus_spin=side.one("bonus_spin", side.bonus_spin),
        electronic=side.one("electronic", lambda line: read_struct(ElectronicChoices, line)),
    )


def _read_limit(line: Line) -> tuple[Wager, Limit]:
    limited: LimitLine = read_struct(LimitLine, line)
    return limited.wager, Limit(minimum=limited.minimum, maximum=limited.maximum)


def _by_name(lines: list[Line], kind: type[Struct], known: tuple[str, ...]) -> dict[str, Any]:
    """Read lines that each have a name of their own."""
    found: dict[str, Any] = {}
    for line in lines:
        each = read_struct(kind, line)
        if each.name not in known or each.name in found:
            raise line.wrong(f"name: there is one {line.head} each called: {', '.join(known)}")
        found[each.name] = each
    return found


class _Side:
    """Puts the lines about side wagers together."""

    def __init__(self, of: Mapping[str, list[Line]], meters: dict[str, Any], wheels: dict[str, Any]) -> None:
        """Take the lines by their heads, and the meters and wheels by their names."""
        self._of = of
        self._meters = meters
        self._wheels = wheels

    def one(self, head: str, read: Callable[[Line], Any]) -> Any:  # noqa: ANN401 - a part of the submission
        """Read a part of the submission, if it is there."""
        return read(self._of[head][0]) if self._of[head] else None

    def progressive(self, line: Line) -> ProgressiveChoices:
        """Read the Progressive Payout Wager."""
        sizes: SideWagerLine = read_struct(SideWagerLine, line)
        values = {"amounts": sizes.amounts, "meter": self._meter(line, "progressive")}
        return _made(ProgressiveChoices, line, values)

    def bonus_spin(self, line: Line) -> BonusSpinChoices:
        """Read the bonus wheel."""
        sizes: SideWagerLine = read_struct(SideWagerLine, line)
        values = {
            "amounts": sizes.amounts,
            "positions": sizes.positions,
            "cards": [read_struct(Designated, each) for each in self._of["designated"]],
            "primary": self._meter(line, "primary"),
            "secondary": self._meter(line, "secondary"),
            "hot_spot": self._wheel(line, "hot_spot"),
            "community": self._wheel(line, "community") if "community" in self._wheels else None,
            "small_wager_pays": [read_struct(OwnPay, each) for each in self._of["small_wager_pay"]],
        }
        return _made(BonusSpinChoices, line, values)

    def _meter(self, line: Line, name: str) -> MeterChoices:
        if name not in self._meters:
            raise line.wrong(f"{line.head} needs a line 'meter name={name}'")
        meter = self._meters[name]
        return MeterChoices(rate=meter.rate, initial=meter.initial, reset=meter.reset, linked=meter.linked)

    def _wheel(self, line: Line, name: str) -> Wheel:
        if name not in self._wheels:
            raise line.wrong(f"{line.head} needs a line 'wheel name={name}'")
        read: list[SegmentLine] = [read_struct(SegmentLine, each) for each in self._of["segment"]]
        segments = [Segment(symbol=each.symbol, weight=each.weight) for each in read if each.wheel == name]
        return Wheel(stops=self._wheels[name].stops, segments=tuple(segments))


def _made(kind: type[Made], line: Line, values: dict[str, Any]) -> Made:
    """Make a part of the submission, or say what is wrong with it."""
    try:
        return msgspec.convert(msgspec.to_builtins(values), kind)
    except msgspec.ValidationError as wrong:
        raise line.wrong(f"{str(wrong).replace(' - at `$.', ', in ').strip('`')}") from None
