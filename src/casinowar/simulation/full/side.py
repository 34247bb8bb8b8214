"""Side wagers in the full kernel: meters, the Progressive Payout Wager, the Envy Bonus."""

from casinowar.simulation.full import rows as t
from casinowar.simulation.full.money import payable
from casinowar.simulation.full.shoe import strength, suit

(SUITED_FOUR_OF_A_KIND, SUITED_DOUBLE_TIE, FOUR_OF_A_KIND, DOUBLE_TIE, SUITED_TIE,
 JUST_TIE) = (1 << place for place in range(6))  # fmt: skip
"""Progressive payout hands, each a bit of what cards contain."""
_PROGRESSIVE_METER, _FIRST_SPIN_METER, _METERS = 0, 1, 3


@t.compiled
def _of_meter(terms: t.Array, meter: int, column: int) -> t.Array:
    return t.item(terms, t.METER_TABLE, meter * t.METER_LINE + column)


@t.compiled
def _of_line(terms: t.Array, line: int, column: int) -> t.Array:
    return t.item(terms, t.PAY_TABLE, line * t.PAY_LINE + column)


@t.compiled
def raise_meters(terms: t.Array, hands: t.Array, table: t.Array) -> None:
    """Raise the meters by their share of the wagers."""
    for meter in range(_METERS):
        offered = terms[t.HAS_PROGRESSIVE] if meter == _PROGRESSIVE_METER else terms[t.HAS_SPIN]
        if offered:
            wager = t.PROGRESSIVE if meter == _PROGRESSIVE_METER else t.BONUS_SPIN
            total = 0
            for hand in range(len(hands)):
                total += hands[hand, t.PLACED + wager]
            table[t.METERS + meter] += (
                total * _of_meter(terms, meter, t.RATE) // _of_meter(terms, meter, t.RATE_ON)
            )
            table[t.SHOWN + meter] += table[t.METERS + meter]


@t.compiled
def pay_from_meter(
    terms: t.Array, hands: t.Array, table: t.Array, at: tuple[int, int, int], amount: int
) -> None:
    """Pay a hand from a meter what the payout limit allows; the rest stays in it."""
    hand, kind, meter = at
    amount = payable(terms, hands, hand, kind, amount)
    hands[hand, t.NET + kind] += amount
    hands[hand, t.PAID + kind] += amount
    table[t.METERS + meter] -= amount


@t.compiled
def restart(terms: t.Array, table: t.Array, meter: int) -> None:
    """Put a meter that was paid back to its reset amount."""
    table[t.METERS + meter] = max(table[t.METERS + meter], _of_meter(terms, meter, t.RESET))


@t.compiled
def note_win(table: t.Array, wins: t.Array, meter: int) -> None:
    """Note what a meter shows when it is won; of the first wins the round too."""
    shown = table[t.METERS + meter]
    table[t.WINS + meter] += 1
    table[t.WON + meter] += shown
    table[t.LARGEST + meter] = max(table[t.LARGEST + meter], shown)
    place = table[t.WINS_NOTED]
    if place < len(wins):
        wins[place, 0], wins[place, 1], wins[place, 2] = table[t.ROUND], meter, shown
        table[t.WINS_NOTED] += 1


# the Progressive Payout Wager


@t.compiled
def read_progressives(terms: t.Array, hands: t.Array, table: t.Array, wins: t.Array) -> None:
    """Read and pay every hand in the order of settling, if anybody made the wager."""
    wagered = 0
    for hand in range(len(hands)):
        wagered += hands[hand, t.PLACED + t.PROGRESSIVE]
    if not wagered:
        return
    for turn in range(len(hands)):
        hand = t.item(terms, t.SETTLE, turn)
        held = _held(terms, hands, table, hand)
        if held:
            _pay_hand(terms, hands, table, wins, turn)
            _pay_envious(terms, hands, hand, held)


@t.compiled
def _held(terms: t.Array, hands: t.Array, table: t.Array, hand: int) -> int:
    """Find the progressive payout hands that a hand's cards of both deals contain."""
    mine, dealers = hands[hand, t.CARD], table[t.DEALERS_CARD]
    if strength(mine) != strength(dealers):
        return 0
    suited = suit(mine) == suit(dealers)
    held = JUST_TIE | (SUITED_TIE if suited else 0)
    if not hands[hand, t.FOUGHT]:
        return held
    war, against = hands[hand, t.FIRST_CARD], hands[hand, t.FIRST_AGAINST]
    if strength(war) != strength(against):
        return held
    war_suited = suit(war) == suit(against)
    one_suit = suited and war_suited and suit(war) == suit(mine)
    held |= DOUBLE_TIE
    if one_suit if terms[t.ALL_FOUR] else suited and war_suited:
        held |= SUITED_DOUBLE_TIE
    if strength(war) == strength(mine):
        held |= FOUR_OF_A_KIND | (SUITED_FOUR_OF_A_KIND if one_suit else 0)
    return held


@t.compiled
def _standing(terms: t.Array, hands: t.Array, hand: int) -> int:
    """Tell how large the wager is that a hand still has."""
    if terms[t.LOST_BY_SURRENDER] and hands[hand, t.SURRENDERED]:
        return 0
    return int(hands[hand, t.PLACED + t.PROGRESSIVE])


@t.compiled
def _is_paid(terms: t.Array, hands: t.Array, table: t.Array, hand: int, place: int) -> bool:
    """Tell whether a hand is paid for one line of the pay table: the best that it holds, or every one."""
    if not _standing(terms, hands, hand):
        return False
    held = _held(terms, hands, table, hand)
    if not held & _of_line(terms, place, t.COMBINATION):
        return False
    if not terms[t.EVERY_HAND]:
        for better in range(place):
            if held & _of_line(terms, better, t.COMBINATION):
                return False
    return True


@t.compiled
def _pay_hand(terms: t.Array, hands: t.Array, table: t.Array, wins: t.Array, turn: int) -> None:
    """Pay a hand the odds of what it holds, and then the meter."""
    hand, lines = t.item(terms, t.SETTLE, turn), t.number(terms, t.PAY_TABLE) // t.PAY_LINE
    wager, odds, paid = hands[hand, t.PLACED + t.PROGRESSIVE], 0, False
    for place in range(lines):
        if _is_paid(terms, hands, table, hand, place):
            paid = True
            odds += wager * _of_line(terms, place, t.PAY) // _of_line(terms, place, t.PAY_ON)
    if not paid:
        return
    odds = payable(terms, hands, hand, t.PROGRESSIVE, odds)
    hands[hand, t.PAID + t.PROGRESSIVE] += odds
    hands[hand, t.NET + t.PROGRESSIVE] += odds + (wager if terms[t.CHIP_BACK] else 0)
    for place in range(lines):
        if _of_line(terms, place, t.SHARE_ON) and _is_paid(terms, hands, table, hand, place):
            note_win(table, wins, _PROGRESSIVE_METER)
            winners = 1
            if terms[t.DIVIDED]:
                for later in range(turn + 1, len(hands)):
                    winners += _is_paid(terms, hands, table, t.item(terms, t.SETTLE, later), place)
            shown = table[t.METERS] * _of_line(terms, place, t.SHARE_OF_METER)
            at = (hand, t.METER, _PROGRESSIVE_METER)
            pay_from_meter(terms, hands, table, at, shown // (_of_line(terms, place, t.SHARE_ON) * winners))
            if winners == 1:
                restart(terms, table, _PROGRESSIVE_METER)


# the Envy Bonus


@t.compiled
def _pay_envious(terms: t.Array, hands: t.Array, holder: int, held: int) -> None:
    """Pay the Envy Bonus to the others with the wager, for what one hand holds."""
    if not held & terms[t.ENVY_HAND] or (
        terms[t.HOLDER_NEEDS_WAGER] and not hands[holder, t.PLACED + t.PROGRESSIVE]
    ):
        return
    for hand in range(len(hands)):
        if hand == holder or (
            hands[hand, t.PLAYER] == hands[holder, t.PLAYER] and not terms[t.OWN_OTHER_BOXES]
        ):
            continue
        bonus = payable(terms, hands, hand, t.ENVY, _bonus(terms, _standing(terms, hands, hand)))
        hands[hand, t.NET + t.ENVY] += bonus
        hands[hand, t.PAID + t.ENVY] += bonus


@t.compiled
def _bonus(terms: t.Array, wager: int) -> int:
    """Find the Envy Bonus by the receiver's own wager."""
    if terms[t.THAT_WAGER_ONLY]:
        return int(terms[t.ENVY_AMOUNT]) if wager == terms[t.ENVY_WAGER] else 0
    return int(terms[t.ENVY_AMOUNT] * wager // terms[t.ENVY_WAGER])
