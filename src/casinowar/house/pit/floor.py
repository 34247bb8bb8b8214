"""A table as its floorperson has it: what play stopped for, what each ruling would do, what can be done now.

Nothing here is a rule. Each act is tried on `decide`, and told by the events that it would bring about.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.events import Event
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.reporting import OF_A_HAND, REPORTED_WITH
from casinowar.game.table import Table
from casinowar.game.words import Act, Irregularity, Role, Ruling
from casinowar.house.care.office import CARE, CareState, HouseCare
from casinowar.house.care.seconding import needs_two
from casinowar.house.journal import AnyCommand, JournalEntry
from casinowar.house.pit.glance import condition
from casinowar.house.pit.office import PIT_OFFICE, PitState
from casinowar.house.pit.told import Condition
from casinowar.house.worker import Worker
from casinowar.telling.narration import narrate

_FLOOR: Final = Role.FLOORPERSON
_SOME: Final = 100_00
"""An amount to try a fill or a credit with; whoever gives it says how much."""
_BY_SLIP: Final = (c.Fill, c.Credit, c.OpenTable, c.CloseTable)


class FloorOffer(Struct, frozen=True, kw_only=True):
    """Something that a floorperson may do now, and what it would bring about."""

    command: AnyCommand
    words: str
    """What it is called: of a ruling or a report, what is ruled or reported."""
    sentences: tuple[str, ...]
    two_people: str
    """What about it takes two people; nothing if one is enough."""


class StoppedPlay(Struct, frozen=True, kw_only=True):
    """What play stopped for, and how it may be ruled."""

    irregularity: Irregularity
    words: str
    hand: int | None
    clause: str
    rulings: tuple[FloorOffer, ...]


class FloorView(Struct, frozen=True, kw_only=True):
    """A table as the floor has it; money in cents."""

    table: str
    rulebook: str
    title: str
    version: int
    condition: Condition
    since: int
    """Since when it waits for what it waits for, in milliseconds."""
    automatic: bool
    floor: bool
    slips: bool
    betting_seconds: int
    answer_seconds: int
    dealer: str
    seats: dict[int, str]
    chips: dict[str, Cents]
    tray: Cents
    fill_due: Cents
    meters: dict[str, Cents]
    links: dict[str, str]
    denominations: tuple[Cents, ...]
    round: int | None
    rounds: int
    due: Duty
    stop: StoppedPlay | None
    acts: tuple[FloorOffer, ...]
    reports: tuple[FloorOffer, ...]


def floor_view(worker: Worker, name: str) -> FloorView:
    """Look at a table as its floorperson does."""
    rules, settings, position = worker.rules(name), worker.settings(name), worker.position(name)
    table = position.table
    care: CareState = worker.position(CARE).office
    pit: PitState = worker.position(PIT_OFFICE).office
    due = next_duty(rules, table)
    tried = _Trial(rules, table, care.house)
    acts = (each for each in _acts(table, due) if not (settings.slips and isinstance(each, _BY_SLIP)))
    return FloorView(
        table=name,
        rulebook=rules.book.name,
        title=rules.book.title,
        version=position.version,
        condition=condition(table),
        since=position.since,
        automatic=settings.automatic,
        floor=settings.floor,
        slips=settings.slips,
        betting_seconds=settings.betting_seconds,
        answer_seconds=settings.answer_seconds,
        dealer=table.dealer,
        seats=table.seats,
        chips=table.chips,
        tray=table.inventory,
        fill_due=table.fill_due,
        meters=table.meters,
        links=settings.links,
        denominations=pit.denominations,
        round=table.round.number if table.round else None,
        rounds=table.rounds,
        due=due,
        stop=_stopped(table, due, tried),
        acts=tuple(offer for each in acts for offer in tried(each)),
        reports=tuple(offer for each in _reports(table) for offer in tried(each)),
    )


class _Trial:
    """Tries commands on the table as it stands."""

    def __init__(self, rules: Rules, table: Table, house: HouseCare) -> None:
        self._rules, self._table, self._house = rules, table, house

    def __call__(self, command: c.Command) -> Iterator[FloorOffer]:
        try:
            events = decide(self._rules, self._table, command)
        except (Refusal, InputError):
            return
        entry = JournalEntry(who="", command=command, events=tuple(events))
        yield FloorOffer(
            command=command,
            words=_named(command),
            sentences=tuple(_sentences(self._table, events)),
            two_people=needs_two(self._house, entry),
        )


def _sentences(table: Table, events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        yield narrate(event, table)
        table = evolve(table, event)


def _named(command: c.Command) -> str:
    said = [getattr(command, name, None) for name in ("ruling", "irregularity", "act_done")]
    words = (str(each) for each in said if isinstance(each, Ruling | Irregularity | Act))
    return next(words, type(command).__name__)


def _stopped(table: Table, due: Duty, tried: _Trial) -> StoppedPlay | None:
    stop = table.stop
    if stop is None:
        return None
    return StoppedPlay(
        irregularity=stop.irregularity,
        words=str(stop.irregularity),
        hand=stop.hand,
        clause=stop.clause or due.clause,
        rulings=tuple(offer for each in stop.possible for offer in tried(c.Rule(ruling=each))),
    )


def _acts(table: Table, due: Duty) -> Iterator[c.Command]:
    """List what a floorperson may do at some time, what is due first; rulings and reports stand apart."""
    if due.role is _FLOOR and due.act in c.RECORDED:
        yield c.Perform(by=_FLOOR, act_done=due.act)
    yield c.OpenTable(by=_FLOOR)
    yield c.PausePlay()
    yield c.ResumePlay()
    yield c.OrderReshuffle()
    yield c.OrderRecut()
    yield c.RestoreDevice()
    yield c.Fill(amount=table.fill_due or _SOME)
    yield c.Credit(amount=min(table.inventory, _SOME))
    yield c.CloseTable(inventory=table.inventory)
    for hand in table.round.hands if table.round else ():
        yield c.DeclareAbandoned(hand=hand)


def _reports(table: Table) -> Iterator[c.Command]:
    """List what a floorperson may report."""
    hands = [*table.round.hands] if table.round else []
    for what in Irregularity:
        if what in OF_A_HAND:
            yield from (c.ReportIrregularity(by=_FLOOR, irregularity=what, hand=hand) for hand in hands)
        elif what not in REPORTED_WITH:
            yield c.ReportIrregularity(by=_FLOOR, irregularity=what)
    yield from (c.ReportNoCardDealt(by=_FLOOR, hand=hand) for hand in hands)
    yield c.ReportShufflerJam(by=_FLOOR)
    yield c.ReportDeviceFailure(by=_FLOOR)
    yield c.ReportBatchNotSecured(by=_FLOOR)
