"""Compile rules, wagers and a strategy into the terms of the full kernel."""

from collections.abc import Sequence
from fractions import Fraction

from casinowar.game.book.bank import SettlingStart
from casinowar.game.book.cited_values import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import OddHalf
from casinowar.game.book.war import SettleOrder
from casinowar.game.cards import SUIT_CODES
from casinowar.game.words import Direction, Wager, spot
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.bank import bank_terms
from casinowar.simulation.full.bonus_spin import bonus_spin_terms
from casinowar.simulation.full.hands import Hands
from casinowar.simulation.full.meters import meter_terms
from casinowar.simulation.full.payout_limit import payout_limit_terms
from casinowar.simulation.full.progressive import progressive_terms
from casinowar.simulation.full.shoe import lowest_first
from casinowar.simulation.full.war import war_terms

_ONE_ROUND = -1
"""The value of `FRONT` if each round has a fresh shoe."""
_ODD = {OddHalf.TO_PLAYER: t.TO_PLAYER, OddHalf.TO_HOUSE: t.TO_HOUSE}


def compile_terms(
    rules: Rules, hands: Hands, size: int, bank: tuple[int, int], playing: t.Terms
) -> tuple[int, ...]:
    return t.packed(
        {
            **_round_terms(rules, size),
            **_suit_terms(rules),
            **payout_limit_terms(rules),
            **_order_terms(rules, tuple(hands), bank[0]),
            **war_terms(rules),
            **bank_terms(rules, bank[1]),
            **progressive_terms(rules),
            **meter_terms(rules),
            **bonus_spin_terms(rules),
            **playing,
        }
    )


def _round_terms(rules: Rules, size: int) -> t.Terms:
    book, surrender, dealer_wins = rules.book, rules.book.surrender, rules.book.wagers.dealer_wins
    return {
        # Cards burned from a new shoe may bring the cover card out; then one round is played all the same.
        t.FRONT: _ONE_ROUND if rules.reshuffles_each_round else size - rules.behind_cover_card(size),
        t.BURNED: 0 if rules.burns_by_first_card else rules.new_shoe_burn(size),
        t.BURNED_BY_FIRST: [
            rules.first_card_burns[code] for code in lowest_first(rules) if rules.burns_by_first_card
        ],
        t.EVEN: Fraction(1),
        t.INITIAL_PAYS: ratio(book.wagers.initial.value),
        t.TIE_PAYS: ratio(book.wagers.tie.value) if book.wagers.tie else Fraction(0),
        t.DEALER_WINS_PAYS: ratio(dealer_wins.value) if dealer_wins else Fraction(0),
        t.TIE_FORFEITS: Fraction(dealer_wins.tie_forfeits) if dealer_wins else Fraction(1),
        t.TIES_RUN_ON: rules.ties_run_on,
        t.IN_A_ROW: rules.tie_odds(Wager.TIE)[1:],
        t.TIE_HAND: book.settlement.tie_hand.value,
        t.AT_THE_SEAT: rules.chooses_at_the_seat * (t.BEFORE_PAYMENT if rules.decides_first else 1),
        t.FORFEITS: Fraction(surrender.forfeits) if surrender else None,
        t.ODD: _ODD.get(surrender.odd, t.EXACTLY) if surrender else t.EXACTLY,
        t.CHIP: rules.chip,
    }


def _suit_terms(rules: Rules) -> t.Terms:
    ranks = len(rules.book.cards.ranking.value)
    same_card = rules.suits_decide_first and not rules.equal_rank_wins_ties
    return {
        t.SUITS_FIRST: rules.suits_decide_first,
        t.SUITS_AT_WAR: rules.suits_decide_at_war,
        t.TIE_ON_RANK: rules.equal_rank_wins_ties,
        t.SAME_CARD: same_card,
        t.SUIT_ORDER: [rules.suit_strength.get(code, 0) for code in SUIT_CODES.values()],
        t.CLASSES: ranks * len(SUIT_CODES) if same_card else ranks,
    }


def _order_terms(rules: Rules, numbers: Sequence[int], bank: int) -> t.Terms:
    book, electronic = rules.book, rules.house.electronic
    spots = {spot(number) for number in numbers}
    dealt = range(1, electronic.community_cards + 1) if electronic else spots

    def turns(direction: Direction, *, from_the_bank: bool = False) -> list[int]:
        ordered = direction.order(numbers)
        if from_the_bank and book.bank and book.bank.start.value is SettlingStart.AFTER_THE_BANK:
            ordered = tuple(sorted(ordered, key=lambda number: spot(number) < bank))
        return [numbers.index(number) for number in ordered]

    def settled(order: SettleOrder) -> list[int]:
        return turns(order.paying) if order.paying else turns(order.direction, from_the_bank=True)

    order = book.settlement.order
    settle, war = settled(order), book.war.deal.direction if book.war else Direction.CLOCKWISE
    return {
        t.DEAL: book.deal.direction.value.order(dealt),
        t.TIES_FIRST: turns(order.direction) if rules.settles_ties_first else (),
        t.SETTLE: settle,
        # If choices come before payment, their order only matters for collecting the halves.
        t.CHOOSE: settle if book.bank or rules.decides_first else turns(book.settlement.choice.direction),
        t.CONFIRM: settle if book.bank else turns(war),
        # Wars fought one after another come in the order in which they would be compared together.
        t.WAR_DEAL: turns(book.war.order.direction, from_the_bank=True) if book.war else settle,
        t.WAR_SPOTS: war.order(spots),
        t.WAR_SETTLE: settled(book.war.order) if book.war else settle,
        t.SPIN: turns(order.last_pass),
    }
