"""The automatic dealer: does what the procedure asks for, until a person has to act.

A floorperson's acts are not the dealer's; a shell with a floorperson of its own gives those commands, too.
"""

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import asdict, replace

from casinowar.game import commands as c
from casinowar.game.acts.bonus_spin import spun
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.chance import Source
from casinowar.game.decide import decide_knowing
from casinowar.game.due.hands import seconds_to_choose
from casinowar.game.due.shuffling import decks_to_receive, turns_up_first_card
from casinowar.game.events import Event, FillRequested
from casinowar.game.evolve import evolve_each
from casinowar.game.procedure import Duty, check_asked, duty_at
from casinowar.game.table import Table
from casinowar.game.words import Act, Irregularity, Role

_PEOPLE_DECIDE = frozenset({Act.OPEN_TABLE, Act.CALL_NO_MORE_BETS, Act.RULE, Act.SPIN_WHEEL})
"""What is not done unasked."""
_DEAL_CARD = Act.DEAL_CARD
_COMMANDS = {
    command.act: command(by=Role.AUTOMATIC)
    for command in (
        *(c.OfferCut, c.PlaceCoverCard, c.LoadShoe, c.BurnCard, c.DealCard, c.CompareHand, c.SettleHand),
        *(c.CollectCards, c.ConfirmWarWager, c.BeginWarDeal, c.SettleAbandoned, c.ReturnUncovered),
        *(c.ReadProgressive, c.PayProgressive, c.CollectBonusSpin, c.PayBonusSpin, c.OfferBank),
    )
}


ROUTINE = frozenset(act for act in _COMMANDS if act is not None)
"""What a dealer does without having to decide anything."""


class Deed(Struct, frozen=True, gc=False):
    """A command that was given, what it brought about, and the table after each of its events."""

    command: c.Command
    events: tuple[Event, ...]
    tables: tuple[Table, ...]


def give(rules: Rules, table: Table, command: c.Command, due: Duty | None = None) -> Deed:
    events = decide_knowing(rules, table, command, due)
    return Deed(command, events, tuple(evolve_each(table, events)))


def give_with_fill(rules: Rules, table: Table, command: c.Command) -> list[Deed]:
    """Give a command, and where it turns out to need a fill, that one and then the command again.

    A wheel is not spun again: where it stopped is recorded, and paying that is due then.
    """
    deed = give(rules, table, command)
    deeds = [deed]
    while FillRequested in map(type, deed.events):
        table = deed.tables[-1]
        fill = give(rules, table, filling(rules, table))
        deeds.append(fill)
        if isinstance(command, c.SpinWheel):
            break
        deed = give(rules, fill.tables[-1], command)
        deeds.append(deed)
    return deeds


def filling(rules: Rules, table: Table) -> c.Fill:
    """Bring what is missing, or as much as the table opened with if that is more."""
    return c.Fill(amount=max(table.fill_due, rules.opening_inventory))


def attend(
    rules: Rules, table: Table, source: Source, *, floorperson: bool = False, asking: Collection[Act] = ()
) -> Iterator[Deed]:
    """Do everything that is due and automatic, act by act, until a person must act.

    A floorperson at hand does what is theirs.
    """
    check_asked(rules, table)
    duty = duty_at(rules, table)
    while (
        duty.act not in asking
        and (
            command := command_for(rules, table, duty, source)
            or (floorpersons_command(rules, table, duty) if floorperson else None)
        )
        is not None
    ):
        deed = give(rules, table, command, duty)
        source.follow(deed.events)
        yield deed
        table = deed.tables[-1]
        duty = duty_at(rules, table)


def command_for(rules: Rules, table: Table, duty: Duty, source: Source) -> c.Command | None:
    """Find the command that does a duty, or None if a person has to do it."""
    act, automatic = duty.act, rules.house.automatic
    if automatic is not None and act not in automatic:
        return None
    if (simple := _COMMANDS.get(act)) is not None:
        turned_up = act is _DEAL_CARD or (act is Act.BURN_CARD and turns_up_first_card(table))
        return _read(table, simple, source) if turned_up and _must_be_read(table) else simple
    if act is Act.CHOOSE and seconds_to_choose(rules, table) == 0:
        return c.ReportIrregularity(by=Role.AUTOMATIC, irregularity=Irregularity.NO_CHOICE, hand=duty.seat)
    if duty.role is not Role.DEALER or act in _PEOPLE_DECIDE:
        return None
    match duty.act:
        case Act.SHUFFLE:
            return c.Shuffle(by=Role.AUTOMATIC, **asdict(source.shuffled(table, act, table.stack)))
        case Act.SHUFFLE_STORED:
            return c.ShuffleStored(by=Role.AUTOMATIC, **asdict(source.shuffled(table, act, table.stored)))
        case Act.RECEIVE_DECKS if rules.house.preshuffled:
            received = rules.cards(decks_to_receive(rules, table))
            return c.ReceiveDecks(by=Role.AUTOMATIC, **asdict(source.shuffled(table, act, received)))
        case Act.RECEIVE_DECKS:
            return c.ReceiveDecks(by=Role.AUTOMATIC)
        case Act.DECLARE_IDLE:
            return c.DeclareIdle(by=Role.AUTOMATIC)
        case Act.CHANGE_CARDS:
            return c.ChangeCards(by=Role.AUTOMATIC)
        case Act.CUT:
            return c.CutStack(by=Role.AUTOMATIC, depth=len(table.stack) // 2)
        case _:
            return c.Perform(by=Role.AUTOMATIC, act_done=duty.act)


def floorpersons_command(rules: Rules, table: Table, duty: Duty) -> c.Command | None:
    """Find the command with which a floorperson at hand does a duty that needs no ruling, or None."""
    if duty.role is not Role.FLOORPERSON or duty.act in {Act.RULE, Act.RESUME_PLAY}:
        return None
    if duty.act is Act.FILL_TABLE:
        return filling(rules, table)
    return c.Perform(by=Role.FLOORPERSON, act_done=duty.act)


def answer_of_others(rules: Rules, table: Table, duty: Duty, source: Source) -> c.Command | None:
    """Answer for people who are not asked: no cut, no tie wager, the wheel by the source, a floorperson."""
    seat = duty.seat or 0
    match duty.act:
        case Act.ANSWER_CUT:
            return c.RefuseCut(seat=seat)
        case Act.ANSWER_TIE_OFFER:
            return c.DeclineTieWager(hand=seat)
        case Act.SPIN_WHEEL if table.round and (drawing := source.drawing):
            return spun(rules, table.round, seat, drawing)
        case _:
            return floorpersons_command(rules, table, duty)


def _must_be_read(table: Table) -> bool:
    """Tell whether the next card is unknown, so that the person who draws it must name it."""
    if table.aside:
        return table.aside[0] == UNSEEN
    shoe = table.shoe
    return shoe.drawn < len(shoe.stack) and shoe.stack[shoe.drawn] == UNSEEN


def _read(table: Table, draws: c.Command, source: Source) -> c.Command | None:
    card = source.card(table)
    return replace(draws, card=card) if card else None
