"""The Progressive Payout Wager and the Envy Bonus in the full kernel."""

from fractions import Fraction

from casinowar.game.book.citing import ratio
from casinowar.game.book.meters import Winners
from casinowar.game.book.progressive import EnvySize, HandsPaid, Surrendered
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import cents
from casinowar.simulation.compiling import Array
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.chips import pay_in_full, placed_by_all
from casinowar.simulation.full.meters import note_win, pay_from_meter, restart
from casinowar.simulation.full.shoe import strength, suit


def _bit(combination: Combination) -> int:
    return 1 << t.code(combination)


SUITED_FOUR_OF_A_KIND, SUITED_DOUBLE_TIE, FOUR_OF_A_KIND, DOUBLE_TIE, SUITED_TIE, JUST_TIE = map(
    _bit, Combination
)
"""Progressive payout hands, each a bit of what cards contain."""


def progressive_terms(rules: Rules) -> t.Terms:
    """Compile the wager and its Envy Bonus, where the house offers it."""
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
        }
    return terms


@t.view
def _line(table: t.TableArrays, place: int) -> Array:
    """Give one line of the pay table."""
    return t.listed(table, t.PAY_TABLE)[place * t.PAY_LINE : (place + 1) * t.PAY_LINE]


@t.compiled
def read_progressives(table: t.TableArrays) -> None:
    """Read and pay every hand in the order of settling, if anybody made the wager."""
    if not placed_by_all(table, t.PROGRESSIVE):
        return
    for turn in range(len(table.hands)):
        hand = t.item(table, t.SETTLE, turn)
        held = _held(table, hand)
        if held:
            _pay_hand(table, hand, turn)
            _pay_envious(table, hand, held)


@t.compiled
def _held(table: t.TableArrays, hand: int) -> int:
    """Find the progressive payout hands that a hand's cards of both deals contain."""
    mine, dealers = table.hands[hand, t.CARD], table.marks[t.DEALERS_CARD]
    if strength(mine) != strength(dealers):
        return 0
    suited = suit(mine) == suit(dealers)
    held = JUST_TIE | (SUITED_TIE if suited else 0)
    if not table.hands[hand, t.FOUGHT]:
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
    """Tell how large the wager is that a hand still has."""
    if table.terms[t.LOST_BY_SURRENDER] and table.hands[hand, t.SURRENDERED]:
        return 0
    return int(table.hands[hand, t.PLACED + t.PROGRESSIVE])


@t.compiled
def _is_paid(table: t.TableArrays, hand: int, place: int) -> bool:
    """Tell whether a hand is paid for one line of the pay table: the best that it holds, or every one."""
    if not _standing(table, hand):
        return False
    held = _held(table, hand)
    if not held & _line(table, place)[t.COMBINATION]:
        return False
    if not table.terms[t.EVERY_HAND]:
        for better in range(place):
            if held & _line(table, better)[t.COMBINATION]:
                return False
    return True


@t.compiled
def _pay_hand(table: t.TableArrays, hand: int, turn: int) -> None:
    """Pay a hand the odds of what it holds, and then the meter."""
    lines = t.number(table, t.PAY_TABLE) // t.PAY_LINE
    wager, odds, paid = table.hands[hand, t.PLACED + t.PROGRESSIVE], 0, False
    for place in range(lines):
        if _is_paid(table, hand, place):
            paid = True
            odds += wager * _line(table, place)[t.PAY] // _line(table, place)[t.PAY + 1]
    if not paid:
        return
    pay_in_full(table, hand, t.PROGRESSIVE, odds)
    if table.terms[t.CHIP_BACK]:
        table.hands[hand, t.NET + t.PROGRESSIVE] += wager
    for place in range(lines):
        share, parts = _line(table, place)[t.SHARE_OF_METER], _line(table, place)[t.SHARE_OF_METER + 1]
        if parts and _is_paid(table, hand, place):
            note_win(table, t.PROGRESSIVE_METER)
            winners = 1
            if table.terms[t.DIVIDED]:
                for later in t.listed(table, t.SETTLE)[turn + 1 :]:
                    winners += _is_paid(table, later, place)
            amount = table.marks[t.METERS] * share // (parts * winners)
            pay_from_meter(table, hand, t.METER, t.PROGRESSIVE_METER, amount)
            if winners == 1:
                restart(table, t.PROGRESSIVE_METER)


# the Envy Bonus


@t.compiled
def _pay_envious(table: t.TableArrays, holder: int, held: int) -> None:
    """Pay the Envy Bonus to the others with the wager, for what one hand holds."""
    if not held & table.terms[t.ENVY_HAND]:
        return
    if table.terms[t.HOLDER_NEEDS_WAGER] and not table.hands[holder, t.PLACED + t.PROGRESSIVE]:
        return
    for hand in range(len(table.hands)):
        own = table.hands[hand, t.PLAYER] == table.hands[holder, t.PLAYER]
        if hand == holder or (own and not table.terms[t.OWN_OTHER_BOXES]):
            continue
        pay_in_full(table, hand, t.ENVY, _bonus(table, _standing(table, hand)))


@t.compiled
def _bonus(table: t.TableArrays, wager: int) -> int:
    """Find the Envy Bonus by the receiver's own wager."""
    if table.terms[t.THAT_WAGER_ONLY]:
        return int(table.terms[t.ENVY_AMOUNT]) if wager == table.terms[t.ENVY_WAGER] else 0
    return int(table.terms[t.ENVY_AMOUNT] * wager // table.terms[t.ENVY_WAGER])
