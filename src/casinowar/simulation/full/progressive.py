"""The Progressive Payout Wager and the Envy Bonus in the full kernel."""

from fractions import Fraction

from casinowar.game.book.cited_values import ratio
from casinowar.game.book.meters import MeterShare, Winners
from casinowar.game.book.progressive import EnvyFor, EnvySize, EnvyTo, HandsPaid, Surrendered
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import cents
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.chips import pay_in_full, placed_by_all
from casinowar.simulation.full.meters import note_win, pay_from_meter, restart
from casinowar.simulation.full.shoe import strength, suit
from casinowar.simulation.jit import Array


def _bit(combination: Combination) -> int:
    return 1 << t.code(combination)


SUITED_FOUR_OF_A_KIND, SUITED_DOUBLE_TIE, FOUR_OF_A_KIND, DOUBLE_TIE, SUITED_TIE, JUST_TIE = map(
    _bit, Combination
)
"""Progressive payout hands, one bit each."""


NO_LINE, EVERY_LINE = -2, -1
"""The paid lines of the pay table if it is not a single one."""


def progressive_terms(rules: Rules) -> t.Terms:
    law = rules.book.progressive
    if law is None or rules.house.progressive is None:
        return {t.PAY_TABLE: ()}
    pays: list[t.Term] = []
    for pay in law.pays:
        share = Fraction(pay.meter).as_integer_ratio() if pay.meter else (0, 0)
        pays += (_bit(pay.hand), ratio(pay.pays), *share)
    terms: dict[int, int | list[t.Term]] = {
        t.HAS_PROGRESSIVE: 1,
        t.ALL_FOUR: law.suited_double_tie.value is SuitedDoubleTie.ALL_FOUR,
        t.EVERY_HAND: law.hands_paid.value is HandsPaid.EVERY,
        t.CHIP_BACK: law.gives_chip_back,
        t.LOST_BY_SURRENDER: law.after_surrender.value is Surrendered.LOST,
        t.DIVIDED: law.winners.value is Winners.DIVIDED,
        t.READS_AT_SEAT: rules.reads_at_each_seat,
        t.SHARE_BY_WAGER: law.meter_share is not None and law.meter_share.value is MeterShare.BY_WAGER,
        t.FULL_PROGRESSIVE: cents(law.amounts.value[0]),
        t.PAY_TABLE: pays,
    }
    if envy := law.envy:
        terms |= {
            t.ENVY_HAND: _bit(envy.hand),
            t.ENVY_AMOUNT: cents(envy.amount),
            t.ENVY_WAGER: cents(envy.wager),
            t.THAT_WAGER_ONLY: envy.size is EnvySize.THAT_WAGER_ONLY,
            t.HOLDER_NEEDS_WAGER: envy.holder_needs_wager,
            t.OWN_OTHER_BOXES: envy.own_other_boxes,
            t.ENVY_EACH_HAND: envy.paid_for is EnvyFor.EACH_HAND,
            t.ENVY_ONCE: envy.paid_to is EnvyTo.EACH_RECEIVER,
        }
    return terms


@t.view
def _line(table: t.TableArrays, place: int) -> Array:
    return t.listed(table, t.PAY_TABLE)[place * t.PAY_LINE : (place + 1) * t.PAY_LINE]


@t.apart
def read_settled(table: t.TableArrays) -> None:
    """Read and pay the settled hands, if the book does that at each seat."""
    if not table.terms[t.READS_AT_SEAT] or not placed_by_all(table, t.PROGRESSIVE):
        return
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SETTLE, turn)
        if table.hands[hand, t.SETTLED] and not table.hands[hand, t.READ]:
            _pay_hand(table, hand)


@t.compiled
def read_progressives(table: t.TableArrays) -> None:
    """Read and pay the remaining hands, and Envy Bonuses, in the order of settling."""
    if not placed_by_all(table, t.PROGRESSIVE):
        return
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SETTLE, turn)
        if not table.hands[hand, t.READ]:
            _pay_hand(table, hand)
        _pay_envious(table, hand, turn)
    for hand in range(len(table.hands)):
        if table.hands[hand, t.PAID + t.METER]:
            restart(table, t.PROGRESSIVE_METER)


@t.compiled
def _held(table: t.TableArrays, hand: int) -> int:
    mine, dealers = table.hands[hand, t.CARD], table.marks[t.DEALERS_CARD]
    if strength(mine) != strength(dealers):
        return 0
    suited = suit(mine) == suit(dealers)
    held = JUST_TIE | (SUITED_TIE if suited else 0)
    if not table.hands[hand, t.FACED]:
        return held
    war, against = table.hands[hand, t.FIRST_CARD], table.hands[hand, t.FIRST_AGAINST]
    if strength(war) != strength(against):
        return held
    war_suited = suit(war) == suit(against)
    one_suit = suited and war_suited and suit(war) == suit(mine)
    held |= DOUBLE_TIE
    if one_suit or (suited and war_suited and not table.terms[t.ALL_FOUR]):
        held |= SUITED_DOUBLE_TIE
    if strength(war) == strength(mine):
        held |= FOUR_OF_A_KIND | (SUITED_FOUR_OF_A_KIND if one_suit else 0)
    return held


@t.compiled
def _standing(table: t.TableArrays, hand: int) -> int:
    """Give the size of the wager that a hand still has."""
    if table.terms[t.LOST_BY_SURRENDER] and table.hands[hand, t.SURRENDERED]:
        return 0
    return int(table.hands[hand, t.PLACED + t.PROGRESSIVE])


@t.compiled
def _share(table: t.TableArrays, hand: int, place: int, winners: int) -> int:
    """Give a line's payout from the meter: its share of the meter, by the size of the wager.

    If winners divide the meter, it is a share of an equal part of the meter before, at most that part.
    """
    share, parts = _line(table, place)[t.SHARE_OF_METER], _line(table, place)[t.SHARE_OF_METER + 1]
    if not parts:
        return 0
    whole = table.terms[t.FULL_PROGRESSIVE]
    size = min(table.hands[hand, t.PLACED + t.PROGRESSIVE], whole) if table.terms[t.SHARE_BY_WAGER] else whole
    shown = table.marks[t.METERS]
    if winners == 1:
        return int(shown * share * size // (parts * whole))
    before = table.marks[t.METER_BEFORE]
    left = min(shown, before // winners - table.hands[hand, t.PAID + t.METER])
    return int(max(0, min(left, before * share * size // (parts * whole * winners))))


@t.compiled
def _odds(table: t.TableArrays, hand: int, place: int) -> int:
    wager = table.hands[hand, t.PLACED + t.PROGRESSIVE]
    return int(wager * _line(table, place)[t.PAY] // _line(table, place)[t.PAY + 1])


@t.compiled
def _paid_line(table: t.TableArrays, hand: int) -> int:
    """Find the line that pays a hand: of those that it holds the highest, or every one."""
    held = _held(table, hand)
    if not _standing(table, hand) or not held:
        return NO_LINE
    if table.terms[t.EVERY_HAND]:
        return EVERY_LINE
    best, most = NO_LINE, -1
    for place in range(t.number(table, t.PAY_TABLE) // t.PAY_LINE):
        if held & _line(table, place)[t.COMBINATION]:
            amount = _odds(table, hand, place) + _share(table, hand, place, 1)
            if amount > most:
                best, most = place, amount
    return best


@t.compiled
def _is_paid(table: t.TableArrays, hand: int, place: int, line: int) -> bool:
    """Tell whether a hand with this paid line, or every one, is paid this one."""
    if line == EVERY_LINE:
        return bool(_held(table, hand) & _line(table, place)[t.COMBINATION])
    return line == place


@t.compiled
def _pay_hand(table: t.TableArrays, hand: int) -> None:
    """Read a hand, and pay it by odds and then from the meter."""
    table.hands[hand, t.READ] = 1
    line, lines = _paid_line(table, hand), t.number(table, t.PAY_TABLE) // t.PAY_LINE
    odds, paid = 0, False
    for place in range(lines):
        if _is_paid(table, hand, place, line):
            paid = True
            odds += _odds(table, hand, place)
    if not paid:
        return
    pay_in_full(table, hand, t.PROGRESSIVE, odds)
    if table.terms[t.CHIP_BACK]:
        table.hands[hand, t.NET + t.PROGRESSIVE] += table.hands[hand, t.PLACED + t.PROGRESSIVE]
    for place in range(lines):
        if _line(table, place)[t.SHARE_OF_METER + 1] and _is_paid(table, hand, place, line):
            note_win(table, t.PROGRESSIVE_METER)
            table.hands[hand, t.READ] = t.WON_THE_METER
            waiting, paid_before = 0, 0
            if table.terms[t.DIVIDED]:
                for other in range(len(table.hands)):
                    paid_before += other != hand and table.hands[other, t.READ] == t.WON_THE_METER
                    waiting += not table.hands[other, t.READ] and _wins_meter(table, other)
            amount = _share(table, hand, place, 1 + waiting + paid_before)
            pay_from_meter(table, hand, t.METER, t.PROGRESSIVE_METER, amount)
            if not waiting and table.hands[hand, t.PAID + t.METER]:
                restart(table, t.PROGRESSIVE_METER)


@t.compiled
def _wins_meter(table: t.TableArrays, hand: int) -> bool:
    line = _paid_line(table, hand)
    for place in range(t.number(table, t.PAY_TABLE) // t.PAY_LINE):
        if _line(table, place)[t.SHARE_OF_METER + 1] and _is_paid(table, hand, place, line):
            return True
    return False


# the Envy Bonus


@t.compiled
def _pay_envious(table: t.TableArrays, holder: int, turn: int) -> None:
    if not _brings_envy(table, holder):
        return
    for hand in range(len(table.hands)):
        bonus = _bonus_for(table, hand, holder, turn)
        if bonus and table.terms[t.ENVY_ONCE]:
            for other in range(len(table.hands)):
                if other != hand and table.hands[other, t.PLAYER] == table.hands[hand, t.PLAYER]:
                    larger = _bonus_for(table, other, holder, turn)
                    if larger > bonus or (larger == bonus and other < hand):
                        bonus = 0
        if bonus:
            pay_in_full(table, hand, t.ENVY, bonus)


@t.compiled
def _brings_envy(table: t.TableArrays, holder: int) -> bool:
    needs = table.terms[t.HOLDER_NEEDS_WAGER] and not table.hands[holder, t.PLACED + t.PROGRESSIVE]
    return bool(_held(table, holder) & table.terms[t.ENVY_HAND]) and not needs


@t.compiled
def _bonus_for(table: t.TableArrays, hand: int, holder: int, turn: int) -> int:
    """Give a hand's bonus for another; of a player's several hands, only the first counts."""
    player = table.hands[holder, t.PLAYER]
    own = table.hands[hand, t.PLAYER] == player
    if hand == holder or (own and not table.terms[t.OWN_OTHER_BOXES]):
        return 0
    if not table.terms[t.ENVY_EACH_HAND]:
        for earlier in t.listed(table, t.SETTLE)[:turn]:
            same = table.hands[earlier, t.PLAYER] == player and earlier != hand
            if same and _brings_envy(table, earlier):
                return 0
    return _bonus(table, _standing(table, hand))


@t.compiled
def _bonus(table: t.TableArrays, wager: int) -> int:
    if table.terms[t.THAT_WAGER_ONLY]:
        return int(table.terms[t.ENVY_AMOUNT]) if wager == table.terms[t.ENVY_WAGER] else 0
    return int(table.terms[t.ENVY_AMOUNT] * wager // table.terms[t.ENVY_WAGER])
