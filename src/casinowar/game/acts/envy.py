"""The Envy Bonus: what hands hold, and what others with the wager get for it."""

from casinowar.game import events as e
from casinowar.game.book.progressive import Envy, EnvyFor, EnvySize, EnvyTo, Progressive, Surrendered
from casinowar.game.book.rules import Rules
from casinowar.game.combinations import Combination, combinations
from casinowar.game.money import Cents, cents
from casinowar.game.table import Hand, Round
from casinowar.game.words import Choice, Comparison, Wager


def held_by(law: Progressive, current: Round, hand: Hand) -> tuple[Combination, ...]:
    """List the progressive payout hands that a hand's cards contain, wagered on or not."""
    against = hand.against
    if current.war and hand.number in current.war.hands and not current.to_deal:
        against += (current.dealer_war_cards[-1],)
    war = (hand.war_cards[0], against[0]) if against else None
    return combinations((hand.card, current.dealer_card), war, law.suited_double_tie.value)


def standing(law: Progressive, hand: Hand) -> Cents:
    """Tell how large the wager is that a hand still has: forfeited with the hand, or lost by surrender."""
    surrendered = law.after_surrender.value is Surrendered.LOST and hand.choice is Choice.SURRENDER
    return 0 if surrendered or hand.forfeited else hand.placed(Wager.PROGRESSIVE)


def bonuses(rules: Rules, current: Round, holder: Hand) -> list[e.WagerPaid]:
    law = rules.book.progressive
    envy = law.envy if law else None
    if law is None or envy is None or not _qualifies(envy, holder, held_by(law, current, holder)):
        return []
    found = [
        e.WagerPaid(hand=hand.number, wager=Wager.ENVY, amount=bonus, clause=envy.clause)
        for hand in _receivers(law, envy, current, holder)
        if (bonus := _bonus(envy, standing(law, hand)))
    ]
    if envy.paid_to is EnvyTo.EACH_WAGER:
        return found
    best: dict[str, e.WagerPaid] = {}
    for bonus_paid in found:
        player = current.hands[bonus_paid.hand].player
        if player not in best or bonus_paid.amount > best[player].amount:
            best[player] = bonus_paid
    return [*best.values()]


def can_come(rules: Rules, current: Round, hand: Hand) -> bool:
    law = rules.book.progressive
    envy = law.envy if law else None
    if law is None or envy is None or not _bonus(envy, standing(law, hand)):
        return False
    holders = [current.hands[number] for number in current.to_read]
    return any(
        hand in _receivers(law, envy, current, holder) and _may_qualify(law, envy, current, holder)
        for holder in holders
    )


def _may_qualify(law: Progressive, envy: Envy, current: Round, holder: Hand) -> bool:
    """Tell whether a hand brings others an Envy Bonus, or has a war to come by which it may."""
    if envy.holder_needs_wager and not holder.placed(Wager.PROGRESSIVE):
        return False
    is_dealt = bool(current.dealer_war_cards) and not current.to_deal
    ties = holder.comparison is Comparison.TIE and holder.choice is not Choice.SURRENDER
    if ties and not holder.settled and not holder.against and not is_dealt:
        return True
    return envy.hand in held_by(law, current, holder)


def has_brought(rules: Rules, current: Round, holder: Hand) -> bool:
    law = rules.book.progressive
    envy = law.envy if law else None
    paid = {hand.number for hand in current.hands.values() if Wager.ENVY in hand.wagers}
    if law is None or envy is None or not paid or holder.number in current.to_read or holder.denied:
        return False
    receivers = _receivers(law, envy, current, holder)
    qualifies = _qualifies(envy, holder, held_by(law, current, holder))
    return qualifies and any(hand.number in paid for hand in receivers)


def _receivers(law: Progressive, envy: Envy, current: Round, holder: Hand) -> list[Hand]:
    earlier = _earlier_hands(law, envy, current, holder) if envy.paid_for is EnvyFor.EACH_PLAYER else set()
    return [
        hand
        for _, hand in sorted(current.hands.items())
        if hand.number != holder.number
        and (hand.player != holder.player or envy.own_other_boxes)
        and not earlier - {hand.number}
    ]


def _qualifies(envy: Envy, holder: Hand, held: tuple[Combination, ...]) -> bool:
    return envy.hand in held and (not envy.holder_needs_wager or bool(holder.placed(Wager.PROGRESSIVE)))


def _earlier_hands(law: Progressive, envy: Envy, current: Round, holder: Hand) -> set[int]:
    """List the hands of the same player that come before this one, and bring the same bonus."""
    before = current.settling[: current.settling.index(holder.number)]
    hands = [current.hands[number] for number in before if number in current.hands]
    own = [hand for hand in hands if hand.player == holder.player and not hand.denied]
    return {hand.number for hand in own if _qualifies(envy, hand, held_by(law, current, hand))}


def _bonus(envy: Envy, wager: Cents) -> Cents:
    size = cents(envy.wager)
    if envy.size is EnvySize.THAT_WAGER_ONLY:
        return cents(envy.amount) if wager == size else 0
    return cents(envy.amount) * wager // size
