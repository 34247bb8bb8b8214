"""The start of a record: the table before the first event.

Cards are written as counts, so that no undealt or burned card is ever named.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.acts.seating import check_hand, check_name, check_seat
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.money import Cents
from casinowar.game.places import Seat
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, SOMEWHERE, Bank, Cut, DealingShoe, Step, Table
from casinowar.game.words import Act, Shuffler, Wager
from casinowar.record.syntax import (
    COUNT_OF_CARDS,
    STEP,
    Field,
    Line,
    codec,
    fields,
    read_struct,
    read_values,
    written,
)


def hidden(table: Table) -> Table:
    """Give the table with every card unseen and the drawn ones gone from the shoe."""
    shoe = table.shoe
    cover = shoe.cover_card_at if shoe.cover_card_at < 0 else max(shoe.cover_card_at - shoe.drawn, 0)
    others = {place: (UNSEEN,) * len(getattr(table, place)) for place in ("stack", "rack", "aside", "stored")}
    unseen = DealingShoe(stack=(UNSEEN,) * shoe.left, cover_card_at=cover)
    return _balanced(replace(table, shoe=unseen, **others))


def check_start(rules: Rules, table: Table) -> None:
    for problem in (*_card_problems(rules, table), *_money_problems(rules, table)):
        raise InputError(f"Before the first command {problem}.")
    bank, cut = table.bank, table.cut
    for player in (*table.seats.values(), *cut.refused, *cut.cutters):
        check_name(player)
    for seat in table.seats:
        (check_hand if rules.house.electronic is None else check_seat)(rules, seat)
    asked = (bank.seat, bank.last, bank.offered, *bank.declined, cut.offered, cut.passed, cut.cut_by or None)
    for other in (*asked, table.cover_card_on):  # the dealer, too, may have cut
        if other is not None:
            check_seat(rules, other)


def _card_problems(rules: Rules, table: Table) -> Iterator[str]:
    to_deal, cover = len(table.stack) + len(table.shoe.stack), table.shoe.cover_card_at
    in_play, stored = to_deal + len(table.rack) + len(table.aside), len(table.stored)
    by_hand = table.decks == rules.decks_by_hand
    size = len(rules.cards(rules.decks_by_hand)) if by_hand else rules.batch_size
    waits = not table.open or any(step.act is Act.RECEIVE_DECKS for step in table.to_do)
    batches = (0, 1) if rules.shuffler is Shuffler.BATCH else (0,)
    if in_play != size and not (waits and not in_play):
        places = "stack, shoe, discard rack and on the side"
        yield f"the table has {in_play} cards in {places}; by its rules it has {size}"
    if stored not in {0, in_play}:
        yield f"{stored} cards are in the shuffler, not a batch"
    if stored and 1 not in batches:
        yield "cards are in a batch shuffler, which the table does not have"
    if table.batch not in batches:
        yield f"batch {table.batch} is in play, which the table does not have"
    if not SOMEWHERE <= cover <= to_deal:
        yield f"the cover card lies behind {cover} cards, but only {to_deal} are to deal"
    if table.decks not in {0, rules.decks, rules.decks_by_hand}:
        yield f"a batch has {table.decks} decks, which it does not have by its rules"
    counts = (table.rounds, table.clock, table.cards_opened, table.dealer_burns, table.face_up_in_shoe)
    if min(counts) < 0:
        yield "a count of rounds, of cards or of seconds is below zero"
    if not 0 <= (table.cover_card_behind or 0) <= len(table.aside):
        yield "the cover card waits with a card on the side that is not there"
    if table.face_up_in_shoe > to_deal:
        yield "more cards lie face up in the shoe than are to deal"


def _money_problems(rules: Rules, table: Table) -> Iterator[str]:
    bank = table.bank
    meters = sorted(name for wager in Wager for name in rules.meters(wager))
    shown = {*table.meters, *(() if table.open else meters)}
    if sorted(shown) != meters:
        yield f"the meters must be: {', '.join(meters) or 'none'}"
    if min(*table.chips.values(), *table.meters.values(), bank.rounds, table.fill_due) < 0:
        yield "a player, a meter, a fill or the bank's count of rounds is below zero"
    if bank != Bank() and not rules.book.bank:
        yield "there is a bank, which the rulebook does not provide for"
    if table.counted and table.inventory < 0:
        yield "the counted table inventory is below zero"
    if bank.seat is not None and bank.seat not in table.seats:
        yield "no player sits where the bank is"


class Seated(Struct, frozen=True, kw_only=True):
    """A player at the table, as a line of a record; lines are in order of arrival."""

    seat: Seat
    player: str
    chips: Cents


class MeterShown(Struct, frozen=True, kw_only=True):
    meter: str
    amount: Cents


_MOST_STEPS: Final = 200
"""More acts than any procedure has; following them takes quadratic time."""
_LINES: Final = (
    "dealer inventory counted fill_due rounds clock paused",
    "bank.seat bank.last bank.holder bank.rounds bank.offered bank.declined",
    "shoe.stack shoe.cover_card_at in_device rack stack aside aside_seen drawn_past_aside stored",
    (
        "decks batch stored_by_hand stored_uninspected cards_opened occasion"
        " cut.offered cut.refused cut.passed cut.cut_by cut.cutters"
        " dealer_burns drew_last cover_card_on cover_card_player cover_card_behind"
        " face_up face_up_in_shoe device_failed device_deferred reshuffle_ordered deserted batch_shown"
    ),
)
"""The paths of the table's values that share each line."""
_PARTS: Final[dict[str, type[Struct]]] = {"": Table, "shoe": DealingShoe, "cut": Cut, "bank": Bank}
_CALLED: Final = {
    "bank.seat": "bank",
    "shoe.stack": "shoe",
    "shoe.cover_card_at": "cover_card",
    "cut.cut_by": "cut_by",
}
"""Names that do not follow from the path, as ``bank_last`` does."""


def _field(place: str) -> Field:
    """Find how a value of the table is written: cards are counted."""
    part, _, name = place.rpartition(".")
    field = fields(_PARTS[part])[name]._replace(place=place)
    return field._replace(how=COUNT_OF_CARDS) if name in {"stack", "rack", "aside", "stored"} else field


_OPEN: Final = {"open": Field(codec(bool), usual=True, place="open")}
_FIELDS: Final = [
    {_CALLED.get(place, place.replace(".", "_")): _field(place) for place in line.split()} for line in _LINES
]
_FIRST: Final = _OPEN | _FIELDS[0]
_EVERY: Final = {name: field for line in (_OPEN, *_FIELDS) for name, field in line.items()}


def write_table(table: Table) -> Iterator[str]:
    yield " ".join(["before", *written(table, known=_FIRST)])
    for player in table.arrivals:
        seat = next(seat for seat, name in table.seats.items() if name == player)
        yield " ".join(["before", *written(Seated(seat=seat, player=player, chips=table.chips[player]))])
    for meter, amount in table.meters.items():
        yield " ".join(["before", *written(MeterShown(meter=meter, amount=amount))])
    for line in _FIELDS[1:]:
        if pairs := written(table, known=line):
            yield " ".join(["before", *pairs])
    yield from map(write_step, table.to_do)


def write_step(step: Step) -> str:
    return "  " + " ".join([STEP, *written(step)])


def read_steps(line: Line) -> tuple[Step, ...]:
    for step in line.steps[_MOST_STEPS:]:
        raise step.wrong(f"no procedure has more than {_MOST_STEPS} acts")
    return tuple(read_struct(Step, step) for step in line.steps)


def read_table(lines: list[Line]) -> Table:
    parts: dict[str, dict[str, Any]] = {part: {} for part in _PARTS}
    seats: dict[Seat, str] = {}
    chips: dict[str, Cents] = {}
    meters: dict[str, Cents] = {}
    for line in lines:
        if "seat" in line.values:
            each = read_struct(Seated, line)
            if each.seat in seats or each.player in chips:
                raise line.wrong(f"the seat or the player is there twice: seat {each.seat}, {each.player}")
            seats[each.seat], chips[each.player] = each.player, each.chips
            continue
        if "meter" in line.values:
            shown = read_struct(MeterShown, line)
            if shown.meter in meters:
                raise line.wrong(f"the meter is there twice: {shown.meter}")
            meters[shown.meter] = shown.amount
            continue
        for name, value in read_values(_EVERY, line).items():
            part, _, place = _EVERY[name].place.rpartition(".")
            if place in parts[part]:
                raise line.wrong(f"'{name}' is there twice")
            parts[part][place] = value
    steps = tuple(step for line in lines for step in read_steps(line))
    table = Table(
        **{"open": True} | parts[""],
        shoe=DealingShoe(**parts["shoe"]),
        cut=Cut(**parts["cut"]),
        bank=Bank(**parts["bank"]),
        seats=seats,
        arrivals=tuple(chips),
        chips=chips,
        meters=meters,
        to_do=steps,
    )
    if table.open:
        return _balanced(table)
    kept = {name: getattr(table, name) for name in ("clock", "meters", "rounds", "device_failed")}
    return _balanced(replace(CLOSED, **kept))


def _balanced(table: Table) -> Table:
    """Let all chips of the table come from outside."""
    return replace(table, outside=-table.inventory - sum(table.chips.values()) - sum(table.meters.values()))
