"""Which hands are complete, whose turn it is to choose or spin, and which cards may be taken up."""

from collections.abc import Iterable
from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import DEALER, Choice, Direction, Irregularity, Wager, spot


def ready_spots(current: Round) -> list[int]:
    """List the spots whose cards may be taken up: their hands are settled, and read for the progressive."""
    held = {spot(seat) for seat, hand in current.hands.items() if not hand.settled}
    if current.to_read:
        held |= {spot(seat) for seat in current.to_read if current.hands[seat].placed(Wager.PROGRESSIVE)}
    return [place for place in current.layout if place not in held and place != DEALER]


def has_open_wagers(current: Round) -> bool:
    return bool(current.to_read or current.to_spin) or any(
        not hand.settled for hand in current.hands.values()
    )


def seconds_to_choose(rules: Rules, table: Table) -> int | None:
    """Tell how much time the hand whose turn it is has left to choose, where the book sets a time."""
    provision = rules.book.irregularities.provision(Irregularity.NO_CHOICE)
    if provision is None or provision.after is None or table.round is None:
        return None
    return max(0, table.round.asked_at + provision.after - table.clock)


def incomplete_hands(rules: Rules, current: Round) -> list[Hand]:
    """List the hands that lack the tie wager that the book requires, in its size, or part of their stake."""
    law = rules.book.wagers.tie
    needs_tie = law is not None and (law.required or law.equal)
    if not needs_tie and not rules.house.coupons:
        return []
    return [hand for hand in current.hands.values() if not (hand.abandoned or _is_complete(rules, hand))]


def stands(rules: Rules, hand: Hand, wager: Wager) -> Cents:
    """Find how much of what lies there for a wager is an amount that the table takes, the largest one."""
    chips, coupons = waiting(rules, hand, wager)
    return max(
        0, hand.on_layout(wager) - chips - sum(coupons)
    )  # while they go back, coupons lie without chips


def waiting(rules: Rules, hand: Hand, wager: Wager) -> tuple[Cents, tuple[Cents, ...]]:
    """Find the chips and the coupons that make no amount that the table takes, and are no wager yet.

    What is left stands, and whatever is laid on top, it never gets smaller (decision 23). It does not depend
    on the order, and coupons wait rather than chips.
    """
    laid = hand.on_layout(wager)
    if not rules.coupons_as_chips or not laid:
        return 0, ()
    coupons, own = hand.coupons_on(wager), laid - hand.redeemed_on(wager)
    least, unit = rules.span(wager)[0], rules.unit(wager)
    odd = [(sum(some), (laid - sum(some)) % unit, some) for some in _lightest(coupons, unit)]
    back = [(value + chips, chips, some) for value, chips, some in odd if chips <= own]
    rest, chips, some = min(back, default=(laid, own, coupons))
    return (chips, some) if laid - rest >= max(least, 1) else (own, coupons)


def _lightest(coupons: tuple[Cents, ...], unit: Cents) -> Iterable[tuple[Cents, ...]]:
    """List, for each remainder by the unit that some of these coupons leave, those that are worth least."""
    lightest: dict[Cents, tuple[Cents, ...]] = {0: ()}
    for value in sorted(coupons):
        for some in [*lightest.values()]:
            more = (value, *some)
            known = lightest.setdefault(sum(more) % unit, more)
            if sum(more) < sum(known):
                lightest[sum(more) % unit] = more
    return lightest.values()


def _is_complete(rules: Rules, hand: Hand) -> bool:
    law, initial = rules.book.wagers.tie, stands(rules, hand, Wager.INITIAL)
    if hand.on_layout(Wager.INITIAL) and not initial:
        return False
    if law is None:
        return True
    tie = stands(rules, hand, Wager.TIE)
    if law.required and not tie and initial:
        return False
    return not (law.equal and tie and tie != initial)


def hand_to_choose(rules: Rules, current: Round) -> Hand | None:
    pending = current.to_settle
    if rules.decides_first and rules.chooses_at_the_seat:
        # A wager that stands alone has nothing to choose, and waits for its settlement.
        alone = [seat for seat in pending if not current.hands[seat].on_layout(Wager.INITIAL)]
        pending = (*current.to_compare, *alone)
    waiting = [seat for seat, hand in current.hands.items() if hand.chooses and seat not in pending]
    if not waiting:
        return None
    return current.hands[in_turn(rules, current, rules.book.settlement.choice.direction, waiting)]


def forfeits(rules: Rules, hand: Hand) -> Fraction | None:
    war = rules.book.war
    if hand.wars and war and war.again:
        return Fraction(war.again.forfeits) if war.again.forfeits else None
    return Fraction(rules.book.surrender.forfeits) if rules.book.surrender else None


def hand_given_up(rules: Rules, current: Round) -> Hand | None:
    if not rules.decides_first:
        return None
    given_up = [
        number
        for number, hand in current.hands.items()
        if hand.choice is Choice.SURRENDER and not (hand.settled or hand.running)
    ]
    turns = rules.book.settlement.order.last_pass.order(given_up)
    return current.hands[turns[0]] if turns else None


def in_turn(rules: Rules, current: Round, direction: Direction, seats: Iterable[int]) -> int:
    """Find whose turn is first: by the direction, or at a banked table by the order of cover."""
    if rules.book.bank is None:
        return direction.order(seats)[0]
    return min(seats, key=current.settling.index)


def hand_to_read(rules: Rules, current: Round) -> Hand | None:
    """Find the hand whose progressive wager is next: after all others, or each when its seat is settled.

    At each seat, the Envy Bonus for a hand waits until all hands are settled and read.
    """
    over = all(hand.settled for hand in current.hands.values())
    if not (over or rules.reads_at_each_seat):
        return None
    hands = [current.hands[number] for number in current.to_read]
    waiting = [hand for hand in hands if hand.envy_waits] if over else []
    return next((hand for hand in hands if hand.settled and not hand.envy_waits), next(iter(waiting), None))


def spins_in_turn(rules: Rules, current: Round) -> tuple[int, ...]:
    return rules.book.settlement.order.last_pass.order(current.to_spin)


def spins_still_in(hands: Iterable[int], current: Round) -> tuple[int, ...]:
    """Leave out the bonus spin wagers that are treated as lost, because their players have left."""
    return tuple(number for number in hands if not current.hands[number].forfeited)
