"""A table as its floorperson sees it: why play stopped, what each ruling would do, and what else is possible.

This module knows no rules: `staff_actions` lists the actions, and narrating their events explains them.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.decide import decide
from casinowar.game.events import Event
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import Action
from casinowar.game.money import Cents
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.staff_actions import staff_actions
from casinowar.game.table import Table
from casinowar.game.words import Act, Irregularity, Role, Ruling
from casinowar.house.backoffice.pit_overview import condition
from casinowar.house.backoffice.views import Condition
from casinowar.house.journal.commits import AnyCommand, JournalEntry, TableSettings
from casinowar.house.journal.requests import Actor
from casinowar.house.offices.care import CARE, CareState, HouseCare
from casinowar.house.offices.pit import PIT_OFFICE, PitState
from casinowar.house.policy.permissions import is_permitted
from casinowar.house.policy.two_person import needs_two
from casinowar.house.worker.worker import Worker
from casinowar.telling.narration import narrate
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language

_FLOOR: Final = Actor("the floor", frozenset({Role.FLOORPERSON}))
_SOME: Final = 100_00
"""The example amount of a fill or credit; the floorperson names the real one."""
_CHIPS: Final = (c.Fill, c.Credit)
_REPORTS: Final = tuple(each for name, each in c.COMMANDS.items() if name.startswith("Report"))


class FloorOffer(Struct, frozen=True, kw_only=True):
    """An action that a floorperson may take now, and its consequences."""

    command: AnyCommand
    words: str
    """Its name; of a ruling or a report, what is ruled or reported."""
    sentences: tuple[str, ...]
    two_people: str
    """Why it takes two people; empty if one is enough."""
    cards: tuple[Card, ...] = ()
    """The cards to choose from if the command must name one; the command here names none."""


class StoppedPlay(Struct, frozen=True, kw_only=True):
    """Why play is stopped, and the possible rulings."""

    irregularity: Irregularity
    words: str
    hand: int | None
    clause: str
    rulings: tuple[FloorOffer, ...]


class FloorView(Struct, frozen=True, kw_only=True):
    """A table as its floorperson sees it; money in cents."""

    table: str
    rulebook: str
    title: str
    version: int
    condition: Condition
    since: int
    """When the table began to wait for the act that is due, in milliseconds."""
    automatic: bool
    floor: bool
    slips: bool
    betting_seconds: int
    answer_seconds: int
    dealer: str
    in_device: bool
    """Whether the shuffler deals, without a shoe."""
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


def floor_view(worker: Worker, name: str, language: Language = Language.ENGLISH) -> FloorView:
    rules, settings, position = worker.rules(name), worker.settings(name), worker.position(name)
    table = position.table
    care: CareState = worker.position(CARE).office
    pit: PitState = worker.position(PIT_OFFICE).office
    due = next_duty(rules, table)
    offers = [*_offers(rules, settings, table, care.house, language)]
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
        in_device=table.in_device,
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
        stop=_stopped(table, offers),
        acts=tuple(each for each in offers if not isinstance(each.command, (c.Rule, *_REPORTS))),
        reports=tuple(each for each in offers if isinstance(each.command, _REPORTS)),
    )


def _offers(
    rules: Rules, settings: TableSettings, table: Table, house: HouseCare, language: Language
) -> Iterator[FloorOffer]:
    for action in staff_actions(rules, table, _FLOOR.roles):
        command = _usual(table, action)
        cards = () if settings.shoe_kept else action.cards
        if is_permitted(settings, _FLOOR, command if cards else _without_card(action, command)):
            events = decide(rules, table, command)
            entry = JournalEntry(who="", command=command, events=tuple(events))
            yield FloorOffer(
                command=_without_card(action, command),
                words=_named(command),
                sentences=() if action.cards else tuple(_sentences(table, events, language)),
                two_people=refusal_told(needs_two(house, entry), language, whole=False)[0],
                cards=cards,
            )


def _usual(table: Table, action: Action) -> c.Command:
    """Complete a command with the usual amount: the whole tray, the fill due, or a round amount."""
    if isinstance(action.command, c.CloseTable):
        return replace(action.command, inventory=table.inventory)
    if isinstance(action.command, _CHIPS):
        wanted = (isinstance(action.command, c.Fill) and table.fill_due) or _SOME
        return action.of(wanted if action.holds(wanted) else action.most)
    return action.command


def _without_card(action: Action, command: c.Command) -> c.Command:
    """Remove the card, which the person who reports it or the shoe's keeper adds."""
    return replace(command, card="") if action.cards else command


def _sentences(table: Table, events: tuple[Event, ...], language: Language) -> Iterator[str]:
    for event in events:
        yield narrate(event, table, language)
        table = evolve(table, event)


def _named(command: c.Command) -> str:
    said = [getattr(command, name, None) for name in ("ruling", "irregularity", "act_done")]
    words = (str(each) for each in said if isinstance(each, Ruling | Irregularity | Act))
    wager = getattr(command, "wager", None)
    return next(words, type(command).__name__) + (f" ({wager})" if wager else "")


def _stopped(table: Table, offers: list[FloorOffer]) -> StoppedPlay | None:
    stop = table.stop
    if stop is None:
        return None
    return StoppedPlay(
        irregularity=stop.irregularity,
        words=table.of_shoe(str(stop.irregularity)),
        hand=stop.hand,
        clause=stop.clause,
        rulings=tuple(each for each in offers if isinstance(each.command, c.Rule)),
    )
