"""People: who deals, sits, cuts and banks."""

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.evolve.hands import in_progress, with_round
from casinowar.game.table import Bank, Table


def opened(table: Table, event: e.TableOpened) -> Table:
    """Open the table."""
    return replace(table, open=True, dealer=event.dealer, dealer_burns=event.dealer_burns)


def dealer_arrived(table: Table, event: e.DealerArrived) -> Table:
    """Change the dealer."""
    acts = {step.act for step in event.steps}
    others = tuple(step for step in table.to_do if step.act not in acts)
    return replace(table, dealer=event.dealer, dealer_burns=event.burns, to_do=event.steps + others)


def seated(table: Table, event: e.PlayerSeated) -> Table:
    """Seat a player."""
    seats, arrivals = {**table.seats, event.seat: event.player}, (*table.arrivals, event.player)
    return replace(table, seats=seats, arrivals=arrivals)


def left(table: Table, event: e.PlayerLeft) -> Table:
    """Take a player away; a cut or bank offered to the player is offered to the next."""
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
    )


# the cut


def cut_offered(table: Table, event: e.CutOffered) -> Table:
    """Note who is asked to cut."""
    return replace(table, cut=replace(table.cut, offered=event.seat))


def cut_refused(table: Table, event: e.CutRefused) -> Table:
    """Note who refused the cut."""
    return replace(table, cut=replace(table.cut, offered=None, refused=(*table.cut.refused, event.seat)))


# the bank


def bank_offered(table: Table, event: e.BankOffered) -> Table:
    """Note who is asked to bank."""
    return replace(table, bank=replace(table.bank, offered=event.seat))


def bank_declined(table: Table, event: e.BankDeclined) -> Table:
    """Note who declined the bank."""
    declined = (*table.bank.declined, event.seat)
    return replace(table, bank=replace(table.bank, offered=None, declined=declined))


def bank_taken(table: Table, event: e.BankTaken) -> Table:
    """Note who banks."""
    return replace(table, bank=replace(table.bank, seat=event.seat, offered=None))


def bank_raised(table: Table, event: e.BankRaised) -> Table:
    """Let what was added to the bank cover wagers."""
    return with_round(table, cover=(in_progress(table).cover or 0) + event.amount)


def bank_withdrawn(table: Table, _event: e.BankWithdrawn) -> Table:
    """Let nobody bank."""
    return replace(table, bank=replace(table.bank, seat=None))


def bank_returned(table: Table, event: e.BankReturned) -> Table:
    """Count the round that a player has banked."""
    player = table.seats[event.seat]
    before = table.bank.rounds if table.bank.holder == player else 0
    return replace(table, bank=Bank(last=event.seat, holder=player, rounds=before + 1))
