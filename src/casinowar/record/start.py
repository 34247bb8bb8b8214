"""The start of a record: the table before the first event.

Of the cards only counts are written, so that no undealt or burned card is ever named.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.money import Cents
from casinowar.game.places import Seat
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Bank, Cut, DealingShoe, Step, Table
from casinowar.game.words import Act, Occasion
from casinowar.record.lines import Line, read_struct, read_values, written
from casinowar.record.values import MOST_CARDS

NO_COVER_CARD: Final = -1


def hidden(table: Table) -> Table:
    """Give the table with every card unseen, the drawn ones gone from the shoe."""
    shoe = table.shoe
    cover = max(shoe.cover_card_at - shoe.drawn, 0) if shoe.cover_card_at >= 0 else NO_COVER_CARD
    return replace(
        table,
        stack=_unseen(len(table.stack)),
        shoe=DealingShoe(stack=_unseen(shoe.left), cover_card_at=cover),
        rack=_unseen(len(table.rack)),
        aside=_unseen(len(table.aside)),
        stored=_unseen(len(table.stored)),
        outside=-table.inventory - sum(table.chips.values()) - sum(table.meters.values()),
    )


def _unseen(count: int) -> tuple[Card, ...]:
    return (UNSEEN,) * count


def check_cards(rules: Rules, table: Table) -> None:
    """Refuse a table that has more cards or fewer than its rules and its state allow."""
    to_deal = len(table.stack) + len(table.shoe.stack)
    in_play = to_deal + len(table.rack) + len(table.aside)
    waits = not table.open or any(step.act is Act.RECEIVE_DECKS for step in table.to_do)
    allowed = {rules.batch_size, 0} if waits else {rules.batch_size}
    if in_play not in allowed:
        raise InputError(
            f"Before the first command the table has {in_play} cards in stack, shoe, discard rack and on the"
            f" side; by its rules it has {rules.batch_size}."
        )
    if len(table.stored) not in {0, in_play}:
        raise InputError(
            f"Before the first command {len(table.stored)} cards are in the shuffler, not a batch."
        )
    cover = table.shoe.cover_card_at
    if cover > to_deal:
        raise InputError(f"The cover card lies behind {cover} cards, but only {to_deal} are to deal.")


# the table


class Seated(Struct, frozen=True, kw_only=True):
    """A player at the table, as a line of a record has them; the lines stand in the order of arrival."""

    seat: Seat
    player: str
    chips: Cents


class MeterShown(Struct, frozen=True, kw_only=True):
    """What a meter shows, as a line of a record has it."""

    meter: str
    amount: Cents


class Start(Struct, frozen=True, kw_only=True):
    """The table as the lines of a record have it; a cover card has so many cards in front of it."""

    open: bool = True
    dealer: str = ""
    inventory: Cents = 0
    rounds: int = 0
    clock: int = 0
    shoe: int = 0
    cover_card: int = NO_COVER_CARD
    rack: int = 0
    stack: int = 0
    aside: int = 0
    stored: int = 0
    batch: int = 0
    cards_opened: int = 0
    occasion: Occasion | None = None
    cut_offered: Seat | None = None
    cut_refused: tuple[Seat, ...] = ()
    cut_by: Seat | None = None
    dealer_burns: int = 0
    cover_card_on: Seat | None = None
    face_up_in_shoe: int = 0
    device_failed: bool = False
    bank: Seat | None = None
    bank_last: Seat | None = None
    bank_holder: str = ""
    bank_rounds: int = 0
    bank_offered: Seat | None = None
    bank_declined: tuple[Seat, ...] = ()


_COUNTS: Final = ("shoe", "rack", "stack", "aside", "stored")
_ELSEWHERE: Final = {
    "shoe": "shoe.stack",
    "cover_card": "shoe.cover_card_at",
    "cut_offered": "cut.offered",
    "cut_refused": "cut.refused",
    "cut_by": "cut.cut_by",
    "bank": "bank.seat",
    **{f"bank_{name}": f"bank.{name}" for name in ("last", "holder", "rounds", "offered", "declined")},
}
"""Where the table has what a record calls by another name."""
_LINES: Final = (
    ("dealer", "inventory", "rounds", "clock"),
    tuple(name for name in Start.__struct_fields__ if name.startswith("bank")),
    ("shoe", "cover_card", "rack", "stack", "aside", "stored"),
)
"""What stands together on a line; all else stands on the last."""


def write_table(table: Table) -> Iterator[str]:
    """Write the table before the first command."""
    if not table.open:
        yield "before open=no" + (f" clock={table.clock}" if table.clock else "")
        return
    found = {name: attrgetter(_ELSEWHERE.get(name, name))(table) for name in Start.__struct_fields__}
    start = Start(**found | {name: len(found[name]) for name in _COUNTS})
    first, *others = _LINES
    yield " ".join(["before", *_pairs(start, first)])
    for player in table.arrivals:
        seat = next(seat for seat, name in table.seats.items() if name == player)
        yield " ".join(["before", *written(Seated(seat=seat, player=player, chips=table.chips[player]))])
    for meter, amount in table.meters.items():
        yield " ".join(["before", *written(MeterShown(meter=meter, amount=amount))])
    rest = tuple(name for name in Start.__struct_fields__ if not any(name in line for line in _LINES))
    for names in (*others, rest):
        if pairs := _pairs(start, names):
            yield " ".join(["before", *pairs])
    yield from map(write_step, table.to_do)


def _pairs(start: Start, names: tuple[str, ...]) -> list[str]:
    return written(start, leave_out={*Start.__struct_fields__} - {*names})


def write_step(step: Step) -> str:
    """Write an act of a procedure, on a line of its own below what it belongs to."""
    return "  " + " ".join(["step", *written(step)])


def read_table(lines: list[Line], steps: tuple[Step, ...]) -> Table:
    """Read the table before the first event."""
    together: dict[str, Any] = {}
    seated: list[Seated] = []
    meters: dict[str, Cents] = {}
    for line in lines:
        if "seat" in line.values:
            seated.append(_read_seated(line, seated))
            continue
        if "meter" in line.values:
            shown: MeterShown = read_struct(MeterShown, line)
            if shown.meter in meters:
                raise line.wrong(f"the meter is there twice: {shown.meter}")
            meters[shown.meter] = shown.amount
            continue
        values = read_values(Start, line)
        for name, value in values.items():
            if name in together:
                raise line.wrong(f"'{name}' is there twice")
            if name in _COUNTS and not 0 <= value <= MOST_CARDS:
                raise line.wrong(f"{name}: there cannot be {value} cards")
        together |= values
    start = Start(**together)
    if not start.open:
        return replace(CLOSED, clock=start.clock)
    return _table(start, seated, meters, steps)


def _read_seated(line: Line, others: list[Seated]) -> Seated:
    seated: Seated = read_struct(Seated, line)
    if any(each.seat == seated.seat or each.player == seated.player for each in others):
        raise line.wrong(f"the seat or the player is there twice: seat {seated.seat}, {seated.player}")
    return seated


def _table(start: Start, seated: list[Seated], meters: dict[str, Cents], steps: tuple[Step, ...]) -> Table:
    chips = {each.player: each.chips for each in seated}
    found: dict[str, dict[str, Any]] = {"": {}, "shoe": {}, "cut": {}, "bank": {}}
    for name in Start.__struct_fields__:
        part, _, field = _ELSEWHERE.get(name, name).rpartition(".")
        value = getattr(start, name)
        found[part][field] = _unseen(value) if name in _COUNTS else value
    return Table(
        **found[""],
        shoe=DealingShoe(**found["shoe"]),
        cut=Cut(**found["cut"]),
        bank=Bank(**found["bank"]),
        seats={each.seat: each.player for each in seated},
        arrivals=tuple(each.player for each in seated),
        chips=chips,
        meters=meters,
        outside=-start.inventory - sum(chips.values()) - sum(meters.values()),
        to_do=steps,
    )
