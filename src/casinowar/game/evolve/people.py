"""People: who deals, sits and banks."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.evolve.hands import with_hand, with_round
from casinowar.game.table import CLOSED, Bank, Table


def opened(table: Table, event: e.TableOpened) -> Table:
    burns, counted = event.dealer_burns, event.counted
    return replace(table, open=True, dealer=event.dealer, dealer_burns=burns, counted=counted)


def closed(table: Table, _event: e.TableClosed) -> Table:
    """Close the table; meters go on showing what they show, and a failed device is still out of use."""
    return replace(
        CLOSED,
        clock=table.clock,
        meters=table.meters,
        outside=table.outside,
        rounds=table.rounds,
        device_failed=table.device_failed,
    )


def dealer_arrived(table: Table, event: e.DealerArrived) -> Table:
    acts = {step.act for step in event.steps}
    others = tuple(step for step in table.to_do if step.act not in acts)
    if table.round is not None and table.round.closed:
        table = with_round(table, dealer_came=True)
    return replace(table, dealer=event.dealer, dealer_burns=event.burns, to_do=event.steps + others)


def seated(table: Table, event: e.PlayerSeated) -> Table:
    seats, arrivals = {**table.seats, event.seat: event.player}, (*table.arrivals, event.player)
    return replace(table, seats=seats, arrivals=arrivals)


def left(table: Table, event: e.PlayerLeft) -> Table:
    """Take a player away; a cut or bank offered is offered to the next, a void wager stands no longer."""
    seats = {seat: player for seat, player in table.seats.items() if player != event.player}
    offered = table.cut.offered if table.cut.offered in seats else None
    asked = table.bank.offered if table.bank.offered in seats else None
    declined = tuple(seat for seat in table.bank.declined if seat in seats)
    current = table.round
    if current is not None and current.standing:
        standing = tuple(wager for wager in current.standing if wager.player != event.player)
        current = replace(current, standing=standing)
    return replace(
        table,
        round=current,
        seats=seats,
        deserted=table.deserted or not seats,
        cut=replace(table.cut, offered=offered),
        bank=replace(table.bank, offered=asked, declined=declined),
        arrivals=tuple(player for player in table.arrivals if player != event.player),
        chips={player: chips for player, chips in table.chips.items() if player != event.player},
    )


def seat_changed(table: Table, event: e.SeatChanged) -> Table:
    """Move a player; what others are asked, and who declined the bank or may cut, goes by the player."""
    declined = tuple(event.seat if seat == event.source else seat for seat in table.bank.declined)
    may_cut = table.cover_card_on == event.source and table.cover_card_player == event.player
    return replace(
        table,
        seats={event.seat if seat == event.source else seat: name for seat, name in table.seats.items()},
        bank=replace(table.bank, declined=declined),
        cover_card_on=event.seat if may_cut else table.cover_card_on,
    )


def abandoned(table: Table, event: e.HandAbandoned) -> Table:
    """Note that a player has left a hand behind; a cut offered to the player is offered to the next."""
    table = with_hand(table, event.hand, abandoned=True)
    seat = table.cut.offered
    gone = seat is not None and table.is_gone(table.seats[seat])
    return replace(table, cut=replace(table.cut, offered=None)) if gone else table


def cut_refused(table: Table, event: e.CutRefused) -> Table:
    """Note which player refused the cut, who may change seats since."""
    refused = (*table.cut.refused, table.seats[event.seat])
    return replace(table, cut=replace(table.cut, offered=None, refused=refused, passed=event.seat))


# the bank


def bank_declined(table: Table, event: e.BankDeclined | e.BankWithdrawn) -> Table:
    declined = (*table.bank.declined, event.seat)
    return replace(table, bank=replace(table.bank, offered=None, declined=declined))


def bank_withdrawn(table: Table, event: e.BankWithdrawn) -> Table:
    """Give the bank up as if it had been declined."""
    return bank_declined(replace(table, bank=replace(table.bank, seat=None)), event)


def bank_returned(table: Table, event: e.BankReturned) -> Table:
    """Count the round that a player has banked; after a void one the bank goes on as if it had not been.

    So it stays with that player, and does not go back to those who declined it before.
    """
    if not event.counts:
        declined = tuple(seat for seat in table.bank.declined if seat != event.seat)
        return replace(table, bank=replace(table.bank, seat=None, offered=None, declined=declined))
    player = table.seats[event.seat]
    before = table.bank.rounds if table.bank.holder == player else 0
    return replace(table, bank=Bank(last=event.seat, holder=player, rounds=before + 1))
