"""Narrate what happens to people and to cards outside a round: opening, seats, shuffle, cut and shoe."""

from collections.abc import Callable
from typing import Any, Final

from casinowar.game import events as e
from casinowar.game.money import dollars
from casinowar.game.table import Table
from casinowar.game.words import PLACES, spot
from casinowar.telling import phrases as p

Teller = Callable[[Any, Table], str]

_DAY: Final = 24 * 60 * 60


def _opened(event: e.TableOpened, _table: Table) -> str:
    inventory = f"a table inventory of {dollars(event.inventory)}"
    return f"{event.dealer} opened the table under the rulebook {event.rulebook}, with {inventory}"


def _dealer_arrived(event: e.DealerArrived, table: Table) -> str:
    burns = f" and burns {p.cards(event.burns)} before the next round" if event.burns else ""
    before = f" from {table.dealer}" if table.dealer not in {"", "dealer"} else ""
    return f"{event.dealer} took over{before} as dealer{burns}"


def _clock(event: e.ClockTold, _table: Table) -> str:
    days, seconds = divmod(event.now, _DAY)
    hours, minutes = divmod(seconds // 60, 60)
    return f"the house's clock showed {hours:02}:{minutes:02} on day {days + 1}"


def _seated(event: e.PlayerSeated, _table: Table) -> str:
    chips = f"{dollars(event.chips)} in chips"
    if event.seat < PLACES:
        return f"{event.player} took seat {event.seat} with {chips}"
    backline = f"as backline {event.seat // PLACES} at seat {spot(event.seat)}"
    return f"{event.player} stood {backline} with {chips}"


def _decks(event: e.DecksReceived, _table: Table) -> str:
    size = event.decks * len(event.ranks) * len(event.suits)
    decks = "1 deck" if event.decks == 1 else f"{event.decks} decks"
    batch = f"{decks}, {p.cards(size)}"
    batches = batch if event.batches == 1 else f"{event.batches} batches of {batch} each"
    return f"new decks came to the table: {batches}" + (", preshuffled" if event.order else "")


def _steps(event: e.StepsInserted, _table: Table) -> str:
    acts = "; ".join(step.act for step in event.steps) or "nothing"
    return f"before anything else there is to do: {acts}"


def _began(event: e.ProcedureBegan, _table: Table) -> str:
    acts = "1 act" if len(event.steps) == 1 else f"{len(event.steps)} acts"
    return f"the preparation of the cards began ({event.occasion}), with {acts} to do"


def _recut(event: e.RecutOrdered, table: Table) -> str:
    by = f" by {p.who(table, event.seat)}" if event.seat is not None else ""
    return f"a floorperson ordered a new cut{by}"


def _cover_card(event: e.CoverCardPlaced, _table: Table) -> str:
    return f"the cover card was placed, with {p.cards(event.behind)} behind it"


def _stack_cut(event: e.StackCut, table: Table) -> str:
    return f"{p.who(table, event.seat)} cut the cards, {event.depth} from the top"


PREPARATION: Final[dict[type[e.Event], Teller]] = {
    e.TableOpened: _opened,
    e.DealerArrived: _dealer_arrived,
    e.ClockTold: _clock,
    e.PlayerSeated: _seated,
    e.ChipsBought: lambda event, _: f"{event.player} bought {dollars(event.amount)} more in chips",
    e.PlayerLeft: lambda event, _: f"{event.player} left the table with {dollars(event.chips)} in chips",
    e.ProcedureBegan: _began,
    e.StepsInserted: _steps,
    e.ActPerformed: lambda event, _: f"{p.role(event.by)} {p.DONE.get(event.act, event.act)}",
    e.DecksReceived: _decks,
    e.CardsGathered: lambda _, __: "the cards of the shoe and the discard rack were gathered into one stack",
    e.BatchesExchanged: lambda _, __: "the used batch went into the shuffler and the stored one came out",
    e.DiscardsTaken: lambda _, __: "the discard rack was taken to be shuffled, because the shoe ran out",
    e.CardsShuffled: lambda event, _: f"the {p.cards(len(event.cards))} of the stack were shuffled",
    e.StoredBatchShuffled: lambda event, _: f"the shuffler shuffled its batch of {p.cards(len(event.cards))}",
    e.CutOffered: lambda event, table: f"the cut was offered to {p.who(table, event.seat)}",
    e.CutRefused: lambda event, table: f"{p.who(table, event.seat)} refused the cut",
    e.StackCut: _stack_cut,
    e.RecutOrdered: _recut,
    e.CoverCardPlaced: _cover_card,
    e.ShoeLoaded: lambda _, table: f"the stack of {p.cards(len(table.stack))} went into the shoe",
    e.DeviceFailed: lambda _, __: "the shuffling device failed and is out of use",
    e.DeviceRestored: lambda _, __: "the shuffling device is back in use",
}
"""How each kind of event outside a round is told."""
