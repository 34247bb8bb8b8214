"""What lies on the layout, and how it is taken back."""

from casinowar.game import events as e
from casinowar.game.book.rulebook import TieWager
from casinowar.game.book.rules import Rules
from casinowar.game.table import Hand, Round
from casinowar.game.words import DEALER, PLACES, Wager, spot


def ready_spots(current: Round) -> list[int]:
    """List the spots whose cards may be taken up: their hands are settled, and read for the progressive."""
    held = {spot(seat) for seat, hand in current.hands.items() if not hand.settled}
    if current.to_read:
        held |= {spot(seat) for seat in current.to_read if current.hands[seat].placed(Wager.PROGRESSIVE)}
    return [place for place in current.layout if place not in held and place != DEALER]


def incomplete_hands(rules: Rules, current: Round) -> list[Hand]:
    """List the hands that have not made the tie wager that the book requires, in its size."""
    law = rules.book.wagers.tie
    if law is None or not (law.required or law.equal):
        return []
    return [hand for hand in current.hands.values() if not (hand.abandoned or _is_complete(law, hand))]


def _is_complete(law: TieWager, hand: Hand) -> bool:
    tie = hand.on_layout(Wager.TIE)
    if law.required and not tie:
        return False
    return not (law.equal and tie and tie != hand.on_layout(Wager.INITIAL))


def with_backline(current: Round, hand: Hand) -> tuple[Hand, ...]:
    """List the hand at a seat and those of the backline bettors behind it."""
    behind = (each for number, each in current.hands.items() if number > PLACES and spot(number) == hand.seat)
    return (hand, *behind)


def withdrawn(hand: Hand, *wagers: Wager) -> tuple[e.Event, ...]:
    """Take wagers back before no more bets."""
    return _taken_back(e.WagerWithdrawn, hand, *wagers)


def voided(hand: Hand) -> tuple[e.Event, ...]:
    """Return every wager of a hand that is void."""
    return _taken_back(e.WagerReturned, hand, *hand.wagers)


def _taken_back(
    kind: type[e.WagerWithdrawn | e.WagerReturned], hand: Hand, *wagers: Wager
) -> tuple[e.Event, ...]:
    """Give a player's chips back; those that stand for a coupon go back to the house."""
    events: list[e.Event] = []
    if hand.redeemed and Wager.INITIAL in wagers:
        events.append(e.RedemptionReversed(seat=hand.seat, wager=Wager.INITIAL, amount=hand.redeemed))
    own = {wager: hand.on_layout(wager) for wager in wagers}
    if Wager.INITIAL in own:
        own[Wager.INITIAL] -= hand.redeemed
    events += [kind(seat=hand.seat, wager=wager, amount=amount) for wager, amount in own.items() if amount]
    return tuple(events)
