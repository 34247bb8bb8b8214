"""Evolve, first part: people, and the cards before they are in play."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.cards import Card, decks
from casinowar.game.table import Cut, Shoe, Table
from casinowar.game.words import Occasion

# people


def opened(table: Table, event: e.TableOpened) -> Table:
    """Open the table."""
    return replace(
        table,
        open=True,
        dealer=event.dealer,
        inventory=event.inventory,
        outside=table.outside - event.inventory,
        dealer_burns=event.dealer_burns,
    )


def dealer_arrived(table: Table, event: e.DealerArrived) -> Table:
    """Change the dealer."""
    acts = {step.act for step in event.steps}
    others = tuple(step for step in table.to_do if step.act not in acts)
    return replace(table, dealer=event.dealer, dealer_burns=event.burns, to_do=event.steps + others)


def seated(table: Table, event: e.PlayerSeated) -> Table:
    """Seat a player."""
    return replace(
        table,
        seats={**table.seats, event.seat: event.player},
        arrivals=(*table.arrivals, event.player),
        chips={**table.chips, event.player: event.chips},
        outside=table.outside - event.chips,
    )


def chips_bought(table: Table, event: e.ChipsBought) -> Table:
    """Add chips."""
    chips = {**table.chips, event.player: table.chips[event.player] + event.amount}
    return replace(table, chips=chips, outside=table.outside - event.amount)


def player_left(table: Table, event: e.PlayerLeft) -> Table:
    """Take a player and the chips away; a cut or bank offered to the player is offered to the next."""
    seats = {seat: player for seat, player in table.seats.items() if player != event.player}
    offered = table.cut.offered if table.cut.offered in seats else None
    asked = table.bank.offered if table.bank.offered in seats else None
    declined = tuple(seat for seat in table.bank.declined if seat in seats)
    return replace(
        table,
        seats=seats,
        cut=replace(table.cut, offered=offered),
        bank=replace(table.bank, offered=asked, declined=declined),
        arrivals=tuple(player for player in table.arrivals if player != event.player),
        chips={player: chips for player, chips in table.chips.items() if player != event.player},
        outside=table.outside + event.chips,
    )


# the preparation of the cards


def procedure_began(table: Table, event: e.ProcedureBegan) -> Table:
    """Lay out what is to be done."""
    return replace(table, occasion=event.occasion, to_do=event.steps)


def steps_inserted(table: Table, event: e.StepsInserted) -> Table:
    """Put acts before what is to be done."""
    return replace(table, to_do=event.steps + table.to_do)


def act_performed(table: Table, _event: e.ActPerformed) -> Table:
    """Tick off an act."""
    return replace(table, to_do=table.to_do[1:])


def decks_received(table: Table, event: e.DecksReceived) -> Table:
    """Replace all cards."""
    cards = decks(event.decks, event.ranks, event.suits)
    return replace(
        table,
        stack=event.order or cards,
        stored=cards if event.batches == 2 else (),  # noqa: PLR2004 - a shuffler takes two batches
        shoe=Shoe(),
        rack=(),
        aside=(),
        batch=0,
        cut=Cut(),
        cards_opened=table.clock,
    )


def _all_gathered(table: Table) -> tuple[Card, ...]:
    return table.stack + table.shoe.stack[table.shoe.drawn :] + table.rack + table.aside


def gathered(table: Table, _event: e.CardsGathered) -> Table:
    """Put all cards into a stack."""
    return replace(table, stack=_all_gathered(table), shoe=Shoe(), rack=(), aside=())


def exchanged(table: Table, _event: e.BatchesExchanged) -> Table:
    """Swap the batches."""
    used = _all_gathered(table)
    table = replace(table, stack=table.stored, stored=used, shoe=Shoe(), rack=(), aside=())
    return replace(table, batch=1 - table.batch, cut=Cut())


def discards_taken(table: Table, _event: e.DiscardsTaken) -> Table:
    """Turn the discard rack into a stack; a cover card that nobody reported has come out with the shoe."""
    return replace(table, stack=table.rack, rack=(), shoe=Shoe())


def shuffled(table: Table, event: e.CardsShuffled) -> Table:
    """Reorder the stack."""
    return replace(table, stack=event.cards, to_do=table.to_do[1:], cut=Cut())


def stored_shuffled(table: Table, event: e.StoredBatchShuffled) -> Table:
    """Reorder the stored batch."""
    return replace(table, stored=event.cards, to_do=table.to_do[1:])


def cut_offered(table: Table, event: e.CutOffered) -> Table:
    """Note who is asked to cut."""
    return replace(table, cut=replace(table.cut, offered=event.seat))


def cut_refused(table: Table, event: e.CutRefused) -> Table:
    """Note who refused the cut."""
    return replace(table, cut=replace(table.cut, offered=None, refused=(*table.cut.refused, event.seat)))


def stack_cut(table: Table, event: e.StackCut) -> Table:
    """Put the front of the stack at its back."""
    stack = table.stack[event.depth :] + table.stack[: event.depth]
    return replace(table, stack=stack, to_do=table.to_do[1:], cut=replace(table.cut, cut_by=event.seat))


def recut_ordered(table: Table, event: e.RecutOrdered) -> Table:
    """Go back to the cut."""
    shoe = replace(table.shoe, cover_card_at=-1)
    return replace(table, to_do=event.steps, shoe=shoe, cut=replace(table.cut, offered=event.seat))


def cover_placed(table: Table, event: e.CoverCardPlaced) -> Table:
    """Note where the cover card lies."""
    shoe = Shoe(cover_card_at=len(table.stack) - event.behind)
    return replace(table, shoe=shoe, to_do=table.to_do[1:])


def loaded(table: Table, _event: e.ShoeLoaded) -> Table:
    """Turn the stack into a shoe; in mid-round it goes on as the shoe in which the cover card came out."""
    same_shoe = table.occasion is Occasion.SHOE_RAN_OUT
    return replace(
        table,
        shoe=replace(table.shoe, stack=table.stack, drawn=0),
        stack=(),
        to_do=table.to_do[1:],
        cover_card_on=table.cover_card_on if same_shoe else None,
        face_up_in_shoe=table.face_up_in_shoe if same_shoe else 0,
    )
