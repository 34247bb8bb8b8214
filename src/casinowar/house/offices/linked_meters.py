"""Linked meters: progressive meters that several tables share, and the office that adjusts them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, NamedTuple

from msgspec import Meta, Struct, json

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.events import Place
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.game.words import Role, Wager
from casinowar.house.accounts import CAGE, Posting, meter_account
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

METER_ROOM: Final = "meters"
LONGEST_METER: Final = 64

Links = Mapping[str, str]
"""The house's names for a table's linked meters, by the rulebook's names."""


class MeterValue(NamedTuple):
    """A meter's number of changes and its amount."""

    version: int
    amount: Cents


NOT_STARTED = MeterValue(0, 0)


class MeterTerms(Struct, frozen=True):
    """Terms on which all tables that share a meter must agree."""

    meter: str
    """The rulebook's name for it."""
    rate: str
    initial: str
    reset: str

    @classmethod
    def decode(cls, body: bytes) -> "MeterTerms":
        return json.decode(body, type=cls)

    def encode(self) -> bytes:
        return json.encode(self)

    def check_agreement(self, shared: str, others: "MeterTerms") -> None:
        if self != others:
            raise InputError(
                f"The terms of the meter {shared!r} differ between tables: {others}; here {self}."
            )

    def __str__(self) -> str:
        return f"{self.meter}, {self.rate} of each wager, starts at ${self.initial}, again at ${self.reset}"


class MeterPosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A linked meter after a commit, as the table shows it."""

    meter: str
    version: int
    """The number of changes of the meter so far, at all its tables."""
    amount: Cents
    before: Cents | None = None
    """Its amount before the commit; None means that the commit did not change it."""

    @property
    def changed(self) -> bool:
        return self.before is not None

    @property
    def started(self) -> bool:
        return self.changed and self.version == 1


def linked_terms(rules: Rules, links: Links) -> dict[str, MeterTerms]:
    """Find the terms of a table's linked meters by their house names, or refuse its links."""
    meters = {name: meter for wager in Wager for name, meter in rules.meters(wager).items() if meter.linked}
    for name, shared in links.items():
        if name not in meters:
            raise InputError(f"The house file has no linked meter {name!r} for {shared!r}.")
        if not is_meter_name(shared):
            raise InputError(f"A meter of the house cannot be called {shared!r}.")
    if missing := sorted(meters.keys() - links):
        raise InputError(f"The meter {missing[0]!r} is linked: name the house's meter for it in `links`.")
    if len({*links.values()}) < len(links):
        raise InputError("Two meters of a table cannot share one meter of the house.")
    return {
        shared: MeterTerms(name, meters[name].rate, meters[name].initial, meters[name].reset)
        for name, shared in links.items()
    }


def is_meter_name(meter: str) -> bool:
    """Tell whether a name is possible for a meter of the house.

    >>> [is_meter_name(name) for name in ("Grand", "", "a/b", " x", "y" * 65)]
    [True, False, False, False, False]
    """
    plain = meter.isprintable() and "/" not in meter and meter == meter.strip()
    return plain and 0 < len(meter) <= LONGEST_METER


def meter_updates(table: Table, shown: Mapping[str, Cents]) -> Iterator[c.TellMeter]:
    for meter, amount in shown.items():
        if table.open and table.meters.get(meter, amount) != amount:
            yield c.TellMeter(meter=meter, amount=amount)


def meter_change(event: e.Event, meter: str) -> Cents:
    """Give an event's change of a linked meter that has started."""
    if not isinstance(event, e.MeterEvent) or event.meter != meter:
        return 0
    if isinstance(event, e.MeterStarted | e.MeterTold):
        return 0
    return event.amount if event.route.target is Place.METER else -event.amount


def meter_position(
    meter: str, shared: str, events: Sequence[e.Event], table: Table, known: MeterValue
) -> MeterPosition | None:
    """Find a meter's position after events from the table after them and the value before.

    None means no news: a closed table may show an old amount.
    """
    if meter not in table.meters:
        return None
    version, before = known
    amount = table.meters[meter]
    if not version or any(meter_change(event, meter) for event in events):
        return MeterPosition(meter=shared, version=version + 1, amount=amount, before=before)
    if amount != before:
        return None
    return MeterPosition(meter=shared, version=version, amount=amount)


# the office


class AdjustMeter(OfficeCommand, frozen=True, kw_only=True):
    """Raise or lower a linked meter, with a reason."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    meter: Annotated[str, Meta(min_length=1, max_length=LONGEST_METER)]
    change: Annotated[int, Meta(ge=-(10**13), le=10**13)]
    note: Annotated[str, Meta(min_length=1, max_length=500)]


class MeterAdjusted(OfficeEvent, frozen=True, kw_only=True):
    """A linked meter was adjusted; the cage paid or took the difference."""

    meter: str
    change: Cents

    def sentence(self) -> str:
        way = "raised" if self.change > 0 else "lowered"
        return f"The meter {self.meter} was {way} by {dollars(abs(self.change))}."


def _decide(_state: None, _who: str, command: OfficeCommand, _at: int) -> tuple[MeterAdjusted, ...]:
    """Adjust a meter; the worker checks that it has started and stays above its reset amount."""
    assert isinstance(command, AdjustMeter)  # noqa: S101 - the office has no others
    if not command.change:
        raise InputError("An adjustment cannot be zero.")
    return (MeterAdjusted(meter=command.meter, change=command.change),)


def _postings(event: OfficeEvent) -> Iterator[Posting]:
    if isinstance(event, MeterAdjusted):
        ends = CAGE, meter_account(event.meter)
        source, target = ends if event.change > 0 else ends[::-1]
        yield Posting(source, target, abs(event.change))


OFFICE: Final = Office[None](
    name=METER_ROOM,
    commands=(AdjustMeter,),
    events=(MeterAdjusted,),
    start=None,
    decide=_decide,
    evolve=lambda _state, _event, _at: None,
    postings=_postings,
)
