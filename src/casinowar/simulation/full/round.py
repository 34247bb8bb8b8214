"""A round in the full kernel: the original deal, the choice on a tie, and the settlement of both."""

from casinowar.simulation.full import rows as t
from casinowar.simulation.full.money import collect, give_back, pay, place
from casinowar.simulation.full.shoe import compared, draw, tie_is_worth_it
from casinowar.simulation.full.side import raise_meters, read_progressives
from casinowar.simulation.full.spin import settle_spins
from casinowar.simulation.full.war import choose, fight_all, fight_at_once


@t.compiled
def play_round(
    terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array, spins: t.Array, wins: t.Array
) -> None:
    """Play one round from the wagers to the last settlement; hands come in empty."""
    table[t.ROUND] += 1
    _put_down(terms, hands, table)
    raise_meters(terms, hands, table)
    _deal(terms, cards, hands, table)
    if terms[t.HAS_SPIN] and terms[t.SPIN_AT_ONCE]:
        settle_spins(terms, hands, table, spins, wins)
    for turn in range(len(hands)):
        hand = t.item(terms, t.SETTLE, turn)
        _settle(terms, hands, table, hand)
        if terms[t.AT_THE_SEAT] and hands[hand, t.CHOOSES]:
            choose(terms, hands, table, hand)
            if terms[t.AT_ONCE]:
                fight_at_once(terms, cards, hands, table, hand)
    for turn in range(len(hands)):
        hand = t.item(terms, t.CHOOSE, turn)
        if hands[hand, t.CHOOSES]:
            choose(terms, hands, table, hand)
    if terms[t.FIGHTS]:
        fight_all(terms, cards, hands, table)
    if terms[t.HAS_PROGRESSIVE]:
        read_progressives(terms, hands, table, wins)
    if terms[t.HAS_SPIN] and not terms[t.SPIN_AT_ONCE]:
        settle_spins(terms, hands, table, spins, wins)


@t.compiled
def _put_down(terms: t.Array, hands: t.Array, table: t.Array) -> None:
    """Place the wagers of the original deal; a counter makes the tie wager when the cards are right."""
    places_ties = not terms[t.COUNTS] or tie_is_worth_it(terms, table)
    for hand in range(len(hands)):
        place(hands, hand, t.INITIAL, hands[hand, t.WAGERS + t.INITIAL])
        if places_ties:
            place(hands, hand, t.TIE, hands[hand, t.WAGERS + t.TIE])
        place(hands, hand, t.PROGRESSIVE, hands[hand, t.WAGERS + t.PROGRESSIVE])
        place(hands, hand, t.BONUS_SPIN, hands[hand, t.WAGERS + t.BONUS_SPIN])
    table[t.COVER] = terms[t.BANK]


@t.compiled
def _deal(terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array) -> None:
    """Deal a card to every spot and one to the dealer."""
    for place_dealt in range(t.number(terms, t.DEAL)):
        spot = t.item(terms, t.DEAL, place_dealt)
        card = draw(terms, cards, table)
        for hand in range(len(hands)):
            if hands[hand, t.SPOT] == spot:
                hands[hand, t.CARD] = card
    table[t.DEALERS_CARD] = draw(terms, cards, table)


@t.compiled
def _settle(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Compare a hand and settle it on the original deal; a tie may be left to its player's choice."""
    result = compared(hands[hand, t.CARD], table[t.DEALERS_CARD])
    hands[hand, t.SETTLED] = 1
    if result == t.LOWER:
        collect(terms, hands, table, hand, t.INITIAL)
        collect(terms, hands, table, hand, t.TIE)
    elif result == t.HIGHER:
        won = hands[hand, t.ON + t.INITIAL] * terms[t.INITIAL_PAYS] // terms[t.INITIAL_ON]
        pay(terms, hands, table, (hand, t.INITIAL), won)
        give_back(hands, hand, t.INITIAL)
        collect(terms, hands, table, hand, t.TIE)
    else:
        if hands[hand, t.ON + t.TIE]:
            pay(
                terms,
                hands,
                table,
                (hand, t.TIE),
                hands[hand, t.ON + t.TIE] * terms[t.TIE_PAYS] // terms[t.TIE_ON],
            )
            give_back(hands, hand, t.TIE)
        if terms[t.TIE_HAND] == t.CHOICE:
            hands[hand, t.CHOOSES] = 1
            hands[hand, t.SETTLED] = 0
        elif terms[t.TIE_HAND] == t.TAKEN:
            collect(terms, hands, table, hand, t.INITIAL)
        else:
            give_back(hands, hand, t.INITIAL)
