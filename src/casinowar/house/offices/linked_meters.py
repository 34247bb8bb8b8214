"""Linked meters: progressive meters that several tables share, and the office that adjusts them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, NamedTuple

from msgspec import Meta, Struct, json

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.game.transfers import Place
from casinowar.game.words import Role, Wager
from casinowar.house.accounts import CAGE, Posting, meter_account
from casinowar.house.offices.office import Office, OfficeCommand, OfficeEvent

METER_ROOM: Final = "meters"
LONGEST_METER: Final = 64

Links = Mapping[str, str]
"""What the meters of a table that are linked are called in the house."""


class MeterValue(NamedTuple):
    """How many changes a meter has had, and what it shows."""

    version: int
    amount: Cents


NOT_STARTED = MeterValue(0, 0)
"""A meter that no table has put up yet."""


class MeterTerms(Struct, frozen=True):
    """What all tables that share a meter have to agree on."""

    meter: str
    """What the rulebook calls it."""
    rate: str
    initial: str
    reset: str

    @classmethod
    def decode(cls, body: bytes) -> "MeterTerms":
        return json.decode(body, type=cls)

    def encode(self) -> bytes:
        return json.encode(self)

    def check_agreement(self, shared: str, others: "MeterTerms") -> None:
        """Refuse a table whose terms for a meter are not those of the others."""
        if self != others:
            raise InputError(f"The tables do not agree about the meter {shared!r}: {others}; here {self}.")

    def __str__(self) -> str:
        """Say them in words."""
        return f"{self.meter}, {self.rate} of each wager, starts at ${self.initial}, again at ${self.reset}"


class MeterPosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a linked meter stands after a commit, as its table shows it then."""

    meter: str
    version: int
    """How many changes of the meter there have been, at whatever table."""
    amount: Cents
    before: Cents | None = None
    """What it showed before, if the commit changed it; it starts from nothing."""

    @property
    def changed(self) -> bool:
        """Tell whether the commit raised, paid or put back the meter, and so made this version."""
        return self.before is not None

    @property
    def started(self) -> bool:
        """Tell whether the commit put the meter up."""
        return self.changed and self.version == 1


def linked_terms(rules: Rules, links: Links) -> dict[str, MeterTerms]:
    """Find the terms of each meter of the house that a table is linked to, or say why it cannot be."""
    meters = {name: meter for wager in Wager for name, meter in rules.meters(wager).items() if meter.linked}
    for name, shared in links.items():
        if name not in meters:
            raise InputError(f"The house's choices have no linked meter {name!r} that could be {shared!r}.")
        if not is_meter_name(shared):
            raise InputError(f"A meter of the house cannot be called {shared!r}.")
    if missing := sorted(meters.keys() - links):
        raise InputError(f"The meter {missing[0]!r} is linked: say in `links` which of the house's it is.")
    if len({*links.values()}) < len(links):
        raise InputError("Two meters of a table cannot be one and the same of the house's.")
    return {
        shared: MeterTerms(name, meters[name].rate, meters[name].initial, meters[name].reset)
        for name, shared in links.items()
    }


def is_meter_name(meter: str) -> bool:
    """Tell whether a meter of the house may be called so.

    >>> [is_a_name(name) for name in ("Grand", "", "a/b", " x", "y" * 65)]
    [True, False, False, False, False]
    """
    plain = meter.isprintable() and "/" not in meter and meter == meter.strip()
    return plain and 0 < len(meter) <= LONGEST_METER


def meter_updates(table: Table, shown: Mapping[str, Cents]) -> Iterator[c.TellMeter]:
    """List what a table is told, so that its linked meters show what the house's do."""
    for meter, amount in shown.items():
        if table.open and table.meters.get(meter, amount) != amount:
            yield c.TellMeter(meter=meter, amount=amount)


def meter_change(event: e.Event, meter: str) -> Cents:
    """Tell by how much an event at a table moves a meter that is the house's, once it is put up."""
    if not isinstance(event, e.MeterEvent) or event.meter != meter:
        return 0
    if isinstance(event, e.MeterStarted | e.MeterTold):
        return 0
    return event.amount if event.route.target is Place.METER else -event.amount


def meter_position(
    meter: str, shared: str, events: Sequence[e.Event], table: Table, known: MeterValue
) -> MeterPosition | None:
    """Find where a meter stands after events, by the table after them and where it stood before.

    What a table does that is not open is not told: its copy may be an old one.
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
    """Have a meter of the house show so much more, or less, and say why."""

    roles: ClassVar[frozenset[Role]] = frozenset({Role.MANAGER})
    meter: Annotated[str, Meta(min_length=1, max_length=LONGEST_METER)]
    change: Annotated[int, Meta(ge=-(10**13), le=10**13)]
    note: Annotated[str, Meta(min_length=1, max_length=500)]


class MeterAdjusted(OfficeEvent, frozen=True, kw_only=True):
    """A meter of the house was adjusted; the cage put up or took the difference."""

    meter: str
    change: Cents

    def sentence(self) -> str:
        """Say it."""
        way = "raised" if self.change > 0 else "lowered"
        return f"The meter {self.meter} was {way} by {dollars(abs(self.change))}."


def _adjusted(_state: None, _who: str, command: OfficeCommand, _at: int) -> tuple[MeterAdjusted, ...]:
    """Adjust a meter; that it is up, and shows no less than it may, is for whoever knows where it stands."""
    assert isinstance(command, AdjustMeter)  # noqa: S101 - the office has no others
    if not command.change:
        raise InputError("An adjustment by nothing is none.")
    return (MeterAdjusted(meter=command.meter, change=command.change),)


def _moved(event: OfficeEvent) -> Iterator[Posting]:
    if isinstance(event, MeterAdjusted):
        ends = CAGE, meter_account(event.meter)
        source, target = ends if event.change > 0 else ends[::-1]
        yield Posting(source, target, abs(event.change))


OFFICE: Final = Office[None](
    name=METER_ROOM,
    commands=(AdjustMeter,),
    events=(MeterAdjusted,),
    start=None,
    decide=_adjusted,
    evolve=lambda _state, _event, _at: None,
    postings=_moved,
)
