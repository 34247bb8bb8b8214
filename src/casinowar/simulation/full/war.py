"""The choice on a tie hand, the war deals, and the settlement of wars in the full kernel."""

from casinowar.simulation.full import rows as t
from casinowar.simulation.full.money import (
    chips_left,
    collect,
    collect_at_war,
    collect_match,
    forfeit,
    give_back,
    pay,
    pay_match,
    place,
    pledged,
)
from casinowar.simulation.full.shoe import burn, compared, draw, strength

EVERYBODY = -1


# the choice


@t.compiled
def choose(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Surrender or go to war, as the player does; a hand that the bank has nothing left for is returned."""
    hands[hand, t.CHOOSES] = 0
    if _is_uncovered(terms, hands, table, hand):
        give_back(hands, hand, t.INITIAL)
        hands[hand, t.SETTLED] = 1
        return
    again = hands[hand, t.WARS] > 0
    price = (terms[t.AGAIN_TIMES] if again else terms[t.TIMES]) * hands[hand, t.PUT_INITIAL]
    if _goes_to_war(terms, hands, hand, price):
        place(hands, hand, t.WAR, price)
        hands[hand, t.WARS] += 1
    else:
        _surrender(terms, hands, table, hand)


@t.compiled
def _goes_to_war(terms: t.Array, hands: t.Array, hand: int, price: int) -> bool:
    """Tell what a player does who may have but one choice, or too few chips for the other."""
    wars = hands[hand, t.WARS]
    may_surrender = (terms[t.AGAIN_FORFEITS_ON] if wars else terms[t.FORFEITS_ON]) > 0
    if not terms[t.FIGHTS]:
        return False
    if not may_surrender:
        return True
    columns = max(1, terms[t.AGAIN_WARS])
    wanted = t.item(terms, t.GOES_TO_WAR, strength(hands[hand, t.CARD]) * columns + wars)
    return bool(wanted and chips_left(hands, hand) >= price)


@t.compiled
def _surrender(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Forfeit part of the wagers and return the rest; the dealer takes a match back."""
    share, whole = terms[t.FORFEITS], terms[t.FORFEITS_ON]
    if hands[hand, t.WARS]:
        share, whole = terms[t.AGAIN_FORFEITS], terms[t.AGAIN_FORFEITS_ON]
    table[t.KEPT] = min(pledged(hands), table[t.COVER]) if terms[t.BANKED] else 0
    for wager in (t.INITIAL, t.WAR):
        forfeit(terms, hands, table, (hand, wager), _lost(terms, hands[hand, t.ON + wager] * share, whole))
    collect_match(terms, hands, table, hand)
    table[t.KEPT] = 0
    hands[hand, t.SURRENDERED] = 1
    hands[hand, t.SETTLED] = 1


@t.compiled
def _lost(terms: t.Array, amount: int, parts: int) -> int:
    """Divide what is forfeited into whole cents or, where the reading of an odd half says so, whole chips."""
    chip = terms[t.CHIP]
    if terms[t.ODD] == t.TO_PLAYER:
        return int(amount // (parts * chip) * chip)
    if terms[t.ODD] == t.TO_HOUSE:
        return int(-(-amount // (parts * chip)) * chip)
    return amount // parts


@t.compiled
def _is_uncovered(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> bool:
    """Tell whether the bank has too little left for a tie hand to surrender or go to war."""
    if not terms[t.BANKED] or hands[hand, t.WARS] or terms[t.SHORT_WAR] == t.MAY_ADD:
        return False
    left = table[t.COVER] - pledged(hands)
    if terms[t.SHORT_WAR] == t.WHOLE_ONLY and terms[t.FIGHTS]:
        return bool(left < terms[t.TIMES] * hands[hand, t.PUT_INITIAL])
    return bool(left <= 0)


# the war deal


@t.compiled
def fight_at_once(terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Fight all the wars of one hand before the next hand is settled."""
    while _is_at_war(hands, hand):
        _confirm(terms, hands, table, hand)
        if _is_at_war(hands, hand):
            _fight(terms, cards, hands, table, hand)
        if hands[hand, t.CHOOSES]:
            choose(terms, hands, table, hand)


@t.compiled
def fight_all(terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array) -> None:
    """Fight wars, together or one after another, until none is left."""
    while True:
        for turn in range(len(hands)):
            hand = t.item(terms, t.CONFIRM, turn)
            if _is_at_war(hands, hand) and hands[hand, t.WARS] > hands[hand, t.CONFIRMED]:
                _confirm(terms, hands, table, hand)
        first = EVERYBODY
        for turn in range(len(hands)):
            hand = t.item(terms, t.WAR_DEAL, turn)
            if first == EVERYBODY and _is_at_war(hands, hand):
                first = hand
        if first == EVERYBODY:
            return
        _fight(terms, cards, hands, table, EVERYBODY if terms[t.TOGETHER] else first)
        for turn in range(len(hands)):
            hand = t.item(terms, t.CHOOSE, turn)
            if hands[hand, t.CHOOSES]:
                choose(terms, hands, table, hand)


@t.compiled
def _is_at_war(hands: t.Array, hand: int) -> bool:
    """Tell whether a hand went to a war that is not fought yet."""
    return bool(hands[hand, t.WARS] > hands[hand, t.FOUGHT] and not hands[hand, t.SETTLED])


@t.compiled
def _confirm(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Confirm a war wager; collect the initial wager, match, and take a tie wager, as the book says."""
    match = (terms[t.AGAIN_TIMES] if hands[hand, t.WARS] > 1 else terms[t.TIMES]) * hands[hand, t.PUT_INITIAL]
    if not terms[t.MATCHED]:
        match = 0
    if match and terms[t.BANKED] and table[t.COVER] < (match if terms[t.SHORT_WAR] == t.WHOLE_ONLY else 1):
        give_back(hands, hand, t.WAR)
        give_back(hands, hand, t.INITIAL)
        collect_match(terms, hands, table, hand)
        hands[hand, t.SETTLED] = 1
        return
    hands[hand, t.CONFIRMED] = hands[hand, t.WARS]
    if terms[t.COLLECTS_INITIAL]:
        collect(terms, hands, table, hand, t.INITIAL)
    if match:
        _match(terms, hands, table, hand, match)
    _place_war_tie(terms, hands, hand)


@t.compiled
def _match(terms: t.Array, hands: t.Array, table: t.Array, hand: int, amount: int) -> None:
    """Match a war wager as far as the bank can, and return the part that is not matched."""
    match = amount
    if terms[t.BANKED]:
        match = min(amount, table[t.COVER])
        table[t.COVER] -= match
    hands[hand, t.ON + t.MATCH] += match
    hands[hand, t.ON + t.WAR] -= amount - match
    hands[hand, t.NET + t.WAR] += amount - match


@t.compiled
def _place_war_tie(terms: t.Array, hands: t.Array, hand: int) -> None:
    """Place the tie wager on the war deal, where it is offered and its player has the chips."""
    wager = hands[hand, t.WAGERS + t.WAR_TIE]
    if not wager or not t.number(terms, t.LADDER) or hands[hand, t.ON + t.WAR_TIE]:
        return
    if terms[t.WAR_TIE_EQUAL]:
        wager = hands[hand, t.ON + t.WAR]
    if chips_left(hands, hand) >= wager:
        place(hands, hand, t.WAR_TIE, wager)


@t.compiled
def _fight(terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array, only: int) -> None:
    """Deal one war, to one hand or to all that are at war, and settle it."""
    if terms[t.BURN_WHEN] == t.ONCE:
        burn(table, terms[t.BURN])
    if terms[t.DEALER_FIRST]:
        _deal_to_dealer(terms, cards, table)
    if terms[t.BURN_WHEN] == t.EACH_SIDE:
        burn(table, terms[t.BURN])
    for place_dealt in range(t.number(terms, t.WAR_SPOTS)):
        _deal_to_spot(terms, cards, hands, table, (only, t.item(terms, t.WAR_SPOTS, place_dealt)))
    if not terms[t.DEALER_FIRST]:
        _deal_to_dealer(terms, cards, table)
    for turn in range(len(hands)):
        hand = t.item(terms, t.WAR_SETTLE, turn)
        if only in (EVERYBODY, hand) and _is_at_war(hands, hand):
            _settle_war(terms, hands, table, hand)


@t.compiled
def _deal_to_dealer(terms: t.Array, cards: t.Array, table: t.Array) -> None:
    if terms[t.BURN_WHEN] != t.ONCE:
        burn(table, terms[t.BURN_DEALERS])
    table[t.DEALERS_WAR_CARD] = draw(terms, cards, table)


@t.compiled
def _deal_to_spot(
    terms: t.Array, cards: t.Array, hands: t.Array, table: t.Array, at: tuple[int, int]
) -> None:
    """Deal a war card to a spot, if a hand on it fights; it serves all who do."""
    only, spot = at
    card = -1
    for hand in range(len(hands)):
        if hands[hand, t.SPOT] != spot or only not in (EVERYBODY, hand) or not _is_at_war(hands, hand):
            continue
        if card < 0:
            if terms[t.BURN_WHEN] == t.EACH_CARD:
                burn(table, terms[t.BURN])
            card = draw(terms, cards, table)
        hands[hand, t.WAR_CARD] = card


# the settlement


@t.compiled
def _settle_war(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> None:
    """Compare the war cards and settle the war; a tied one may be fought again."""
    fought = hands[hand, t.WARS]
    hands[hand, t.FOUGHT] = fought
    result = compared(hands[hand, t.WAR_CARD], table[t.DEALERS_WAR_CARD])
    if fought == 1:
        hands[hand, t.FIRST_CARD], hands[hand, t.FIRST_AGAINST] = (
            hands[hand, t.WAR_CARD],
            table[t.DEALERS_WAR_CARD],
        )
    again = result == t.EQUAL and fought < terms[t.AGAIN_WARS]
    if not again:
        _outcome(terms, hands, table, hand, result)
    if result == t.EQUAL and hands[hand, t.ON + t.WAR_TIE]:
        step = (min(fought, t.number(terms, t.LADDER) // t.STEP) - 1) * t.STEP
        pays, on = t.item(terms, t.LADDER, step + t.STEP_PAYS), t.item(terms, t.LADDER, step + t.STEP_ON)
        won = hands[hand, t.ON + t.WAR_TIE] * pays // on
        pay(terms, hands, table, (hand, t.WAR_TIE), won)
        give_back(hands, hand, t.WAR_TIE)
    elif hands[hand, t.ON + t.WAR_TIE]:
        collect(terms, hands, table, hand, t.WAR_TIE)
    if not again:
        hands[hand, t.SETTLED] = 1
    elif terms[t.AGAIN_TIMES] == 0 and terms[t.AGAIN_FORFEITS_ON] == 0:
        hands[hand, t.WARS] += 1
    else:
        hands[hand, t.CHOOSES] = 1


@t.compiled
def _outcome(terms: t.Array, hands: t.Array, table: t.Array, hand: int, result: int) -> None:
    """Move each of the chips in play as the outcome of a war says."""
    start = terms[t.OUTCOMES] + 1 + result * t.OUTCOME
    law = terms[start : start + t.OUTCOME]
    if law[t.FATE_INITIAL] == t.COLLECTED:
        collect_at_war(terms, hands, table, hand, t.INITIAL)
    if law[t.PAYS]:
        base = law[t.BASE_INITIAL] * hands[hand, t.PUT_INITIAL] + law[t.BASE_WAR] * hands[hand, t.ON + t.WAR]
        if law[t.FATE_WAR] == t.COLLECTED:
            collect_at_war(terms, hands, table, hand, t.WAR)
        pay(terms, hands, table, (hand, t.WAR), base * law[t.PAYS] // law[t.PAYS_ON])
    elif law[t.FATE_WAR] == t.COLLECTED:
        collect_at_war(terms, hands, table, hand, t.WAR)
    if law[t.FATE_MATCH] == t.COLLECTED:
        collect_match(terms, hands, table, hand)
    elif law[t.FATE_MATCH] != t.NOTHING:
        pay_match(terms, hands, table, hand)
    if law[t.FATE_INITIAL] == t.RETURNED:
        give_back(hands, hand, t.INITIAL)
    if law[t.FATE_WAR] == t.RETURNED:
        give_back(hands, hand, t.WAR)
