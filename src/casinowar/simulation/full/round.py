"""A round in the full kernel: the original deal, the choice on a tie, and the settlement of both."""

from casinowar.simulation.full import layout as t
from casinowar.simulation.full.bonus_spin import settle_spins
from casinowar.simulation.full.chips import collect, forfeit, give_back, pay_odds, place
from casinowar.simulation.full.meters import raise_meters
from casinowar.simulation.full.progressive import read_progressives, read_settled
from casinowar.simulation.full.shoe import compared, draw, tie_is_worth_it, wins_tie_wager
from casinowar.simulation.full.ties_in_a_row import can_rise, end_hand, pay_ties
from casinowar.simulation.full.war import (
    choose,
    choose_in_turn,
    cover,
    fight_all,
    fight_at_once,
    gives_up_first,
)


@t.compiled
def play_round(table: t.TableArrays) -> None:
    for hand in range(len(table.hands)):
        for column in range(t.CLEARED):
            table.hands[hand, column] = 0
    table.marks[t.ROUND] += 1
    _put_down(table)
    raise_meters(table)
    _deal(table)
    if table.terms[t.HAS_SPIN] and table.terms[t.SPIN_AT_ONCE]:
        settle_spins(table)
    ties_first = t.number(table, t.TIES_FIRST)
    for turn in range(ties_first):
        hand = t.item(table, t.TIES_FIRST, turn)
        if _plays_on(table, hand) and not gives_up_first(table, hand):
            _settle_at_the_seat(table, hand)
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SETTLE, turn)
        if not (ties_first and _plays_on(table, hand)) or table.hands[hand, t.GIVES_UP]:
            _settle_at_the_seat(table, hand)
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SETTLE, turn)
        if table.hands[hand, t.CHOOSES]:
            cover(table, hand)
    read_settled(table)
    choose_in_turn(table)
    if table.terms[t.FIGHTS]:
        fight_all(table)
    if table.terms[t.HAS_PROGRESSIVE]:
        read_progressives(table)
    if table.terms[t.HAS_SPIN] and not table.terms[t.SPIN_AT_ONCE]:
        settle_spins(table)


@t.compiled
def _plays_on(table: t.TableArrays, hand: int) -> bool:
    """Tell whether a hand ties on the original deal, and its initial wager is played on."""
    result = compared(table, table.hands[hand, t.CARD], table.marks[t.DEALERS_CARD], t.SUITS_FIRST)
    return bool(result == t.EQUAL and table.hands[hand, t.PLACED + t.INITIAL])


@t.compiled
def _settle_at_the_seat(table: t.TableArrays, hand: int) -> None:
    """Settle a hand, and let it choose and fight at once if the book does that at the seat."""
    _settle(table, hand)
    if table.terms[t.AT_THE_SEAT] and table.hands[hand, t.CHOOSES]:
        cover(table, hand)
        choose(table, hand)
    if table.terms[t.AT_ONCE]:
        fight_at_once(table, hand)
    read_settled(table)


@t.compiled
def _put_down(table: t.TableArrays) -> None:
    """Place the wagers of the original deal; a counter makes the tie wager only with the right cards."""
    places_ties = not table.terms[t.COUNTS] or tie_is_worth_it(table)
    for hand in range(len(table.hands)):
        for wager in (t.INITIAL, t.TIE, t.DEALER_WINS, t.PROGRESSIVE, t.BONUS_SPIN):
            if wager != t.TIE or places_ties:
                place(table, hand, wager, table.hands[hand, t.WAGERS + wager])
    table.marks[t.COVER] = table.terms[t.BANK]


@t.compiled
def _deal(table: t.TableArrays) -> None:
    for place_dealt in range(t.number(table, t.DEAL)):
        spot = t.item(table, t.DEAL, place_dealt)
        card = draw(table)
        for hand in range(len(table.hands)):
            if table.hands[hand, t.SPOT] == spot:
                table.hands[hand, t.CARD] = card
    table.marks[t.DEALERS_CARD] = draw(table)


@t.compiled
def _settle_tie(table: t.TableArrays, hand: int, tied: bool) -> None:  # noqa: FBT001 - compiled code
    if not table.hands[hand, t.ON + t.TIE]:
        return
    if tied:
        pay_odds(table, hand, t.TIE, t.TIE_PAYS)
    else:
        collect(table, hand, t.TIE, t.TIE_PAYS)


@t.compiled
def _settle(table: t.TableArrays, hand: int) -> None:
    """Compare a hand and settle it on the original deal; a tie may wait for its player's choice."""
    card, dealers = table.hands[hand, t.CARD], table.marks[t.DEALERS_CARD]
    result = compared(table, card, dealers, t.SUITS_FIRST)
    tied = wins_tie_wager(table, result, card, dealers)
    table.hands[hand, t.SETTLED] = 1
    if result == t.LOWER:
        collect(table, hand, t.INITIAL, t.INITIAL_PAYS)
        _settle_tie(table, hand, tied)
    elif result == t.HIGHER:
        pay_odds(table, hand, t.INITIAL, t.INITIAL_PAYS)
        _settle_tie(table, hand, tied)
    elif table.terms[t.TIE_HAND] in (t.CHOICE, t.TO_WAR) and table.hands[hand, t.ON + t.INITIAL]:
        if not can_rise(table, hand, 1):
            pay_ties(table, hand, 1)
        table.hands[hand, t.CHOOSES] = 1
        table.hands[hand, t.SETTLED] = 0
    else:
        end_hand(table, hand, 1)
        if table.terms[t.TIE_HAND] == t.TAKEN:
            collect(table, hand, t.INITIAL, t.INITIAL_PAYS)
        else:
            give_back(table, hand, t.INITIAL)
    _settle_dealer_wins(table, hand, result)


@t.compiled
def _settle_dealer_wins(table: t.TableArrays, hand: int, result: int) -> None:
    """Settle the wager on the dealer's card; a tie may forfeit a part of it.

    A lost wager stays lost: no banked table takes such wagers, so it needs no cover.
    """
    amount = table.hands[hand, t.ON + t.DEALER_WINS]
    if not amount:
        return
    if result == t.LOWER:
        pay_odds(table, hand, t.DEALER_WINS, t.DEALER_WINS_PAYS)
    elif result == t.EQUAL:
        lost = amount * table.terms[t.TIE_FORFEITS] // table.terms[t.TIE_FORFEITS + 1]
        forfeit(table, hand, t.DEALER_WINS, lost)
