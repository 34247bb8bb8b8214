"""Hands: the course of a round from no more bets to its end."""

from typing import Any, NoReturn

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.places import Seat
from casinowar.game.table import Hand, Round, StandingWager, Step, Table, WarDeal, WheelStop
from casinowar.game.words import (
    ACCEPTED,
    ACTS_OF_A_ROUND,
    COLLECTING,
    VERIFYING,
    Act,
    Choice,
    Wager,
    spot,
)


def in_progress(table: Table) -> Round:
    return table.round or no_round()


def no_round() -> NoReturn:
    raise ValueError("the event belongs to a round, and no round is in progress")


def with_round(table: Table, **changes: Any) -> Table:  # noqa: ANN401 - the fields of a round
    return replace(table, round=replace(table.round or no_round(), **changes))


def with_hand(table: Table, number: int, **changes: Any) -> Table:  # noqa: ANN401 - the fields of a hand
    current = table.round or no_round()
    hand = replace(current.hands[number], **changes)
    return replace(table, round=replace(current, hands={**current.hands, number: hand}))


def no_more_bets(table: Table, event: e.NoMoreBetsCalled) -> Table:
    current = replace(
        table.round or no_round(),
        closed=True,
        to_deal=event.deal,
        to_compare=event.compare,
        to_settle=event.settle,
        settling=event.settle,
        to_read=event.read,
        to_spin=event.spin,
    )
    table = replace(table, round=current, deserted=False)
    return table if event.cutter is None else cuts(table, event.cutter)


def cuts(table: Table, seat: Seat | None) -> Table:
    """Give the cut to the player now at a seat, even if another sits there later."""
    player = "" if seat is None else table.seats[seat]
    return replace(table, cover_card_on=seat, cover_card_player=player)


def bank_raised(table: Table, event: e.BankRaised) -> Table:
    """Raise the cover with the bank; before the call there is none yet."""
    if table.round is None or table.round.cover is None:
        return table
    cover = table.round.cover + event.amount
    return with_round(table, cover=cover, bank_answered=not event.amount)


def compared(table: Table, event: e.HandCompared) -> Table:
    current, number = table.round or no_round(), event.hand
    hand, war = current.hands[number], current.war
    if war is None:
        hand = replace(hand, comparison=event.comparison, choice=None)
        to_compare = current.to_compare and _without_first(current.to_compare, number)
        hands = {**current.hands, number: hand}
        current = replace(current, hands=hands, to_compare=to_compare, asked_at=table.clock)
        return replace(table, round=current)
    against = (*hand.against, current.dealer_war_cards[-1])
    hand = replace(hand, comparison=event.comparison, choice=None, fought=event.war, against=against)
    war = replace(war, to_compare=_without_first(war.to_compare, number))
    return replace(table, round=replace(current, hands={**current.hands, number: hand}, war=war))


def settled(table: Table, event: e.HandSettled) -> Table:
    current, number = table.round or no_round(), event.hand
    hands = {**current.hands, number: replace(current.hands[number], settled=True)}
    return _past(table, current, hands, number)


def passed(table: Table, event: e.HandPassed) -> Table:
    current = table.round or no_round()
    return _past(table, current, current.hands, event.hand)


def runs_on(table: Table, event: e.TieWagerRunsOn) -> Table:
    """Give a hand another war deal for its tie wager alone, and go on to the next hand."""
    current, number = table.round or no_round(), event.hand
    hand = current.hands[number]
    wars = hand.fought + 1
    hand = replace(hand, wars=wars, confirmed=wars, running=True)
    return _past(table, current, {**current.hands, number: hand}, number)


def _past(table: Table, current: Round, hands: dict[int, Hand], number: int) -> Table:
    war = current.war
    if war is None:
        to_settle = _without_first(current.to_settle, number)
        current = replace(current, hands=hands, to_settle=to_settle, asked_at=table.clock)
        return replace(table, round=current)
    rest = _without_first(war.to_settle, number)
    war = replace(war, to_settle=rest) if rest else None
    return replace(table, round=replace(current, hands=hands, war=war, asked_at=table.clock))


def _without_first(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Go on from a hand: the first, or one that is settled before its turn, for a war fought at once."""
    return numbers[1:] if numbers and numbers[0] == number else _without(numbers, number)


def chosen(table: Table, event: e.TieHandChosen) -> Table:
    wars = in_progress(table).hands[event.hand].wars + (event.choice is Choice.WAR)
    return with_round(with_hand(table, event.hand, choice=event.choice, wars=wars), asked_at=table.clock)


def ruled(table: Table, _event: e.RulingRecorded) -> Table:
    """Let play go on; the player who chooses has the whole time again."""
    table = replace(table, stop=None)
    return table if table.round is None else with_round(table, asked_at=table.clock)


def war_confirmed(table: Table, event: e.WarWagerConfirmed) -> Table:
    return with_hand(table, event.hand, confirmed=in_progress(table).hands[event.hand].wars)


def war_began(table: Table, event: e.WarDealBegan) -> Table:
    """Begin a war deal; offers of a tie wager are over."""
    hands = in_progress(table).hands
    answered = {number: replace(hands[number], tie_offered=False) for number in event.hands}
    war = WarDeal(hands=event.hands, to_compare=event.compare, to_settle=event.settle)
    return with_round(table, war=war, to_deal=event.deal, hands={**hands, **answered})


def forfeited(table: Table, event: e.HandForfeited) -> Table:
    """Have a hand win nothing more; a fill that is due is counted again when there is something to pay."""
    table = replace(table, fill_due=0, to_do=_less(table, event.no_longer))
    return with_hand(table, event.hand, forfeited=True)


def _less(table: Table, no_longer: tuple[Act, ...]) -> tuple[Step, ...]:
    return tuple(step for step in table.to_do if step.act not in no_longer)


def hand_voided(table: Table, event: e.HandVoided) -> Table:
    """Take a hand out of the round and out of every turn; a spot without hands gets no card.

    What was verified of it verifies no other, and a fill that is due is counted again.
    """
    table = replace(table, fill_due=0, to_do=_less(table, event.no_longer))
    current = in_progress(table)
    if event.hand in current.to_read and current.hands[event.hand].combinations is not None:
        table = _verified(table)
    turns = {name: _without(getattr(current, name), event.hand) for name in _TURNS}
    hands = {number: hand for number, hand in current.hands.items() if number != event.hand}
    place = spot(event.hand)
    if not event.still_dealt and all(spot(number) != place for number in hands):
        turns["to_deal"] = _without(current.to_deal, place)
    return without_chips(with_round(table, hands=hands, **turns))


_TURNS = ("to_compare", "to_settle", "to_read", "to_spin")


def without_chips(table: Table) -> Table:
    """Drop the spin of a hand whose chip went back, and taking in and reading chips when none is left."""
    current = in_progress(table)
    placed = [
        hand.wagers[wager] for hand in current.hands.values() for wager in ACCEPTED if wager in hand.wagers
    ]
    if not any(each.on_layout or each.before_tray for each in placed):
        table = replace(table, to_do=tuple(step for step in table.to_do if step.act not in COLLECTING))
    to_read = (
        current.to_read if any(hand.placed(Wager.PROGRESSIVE) for hand in current.hands.values()) else ()
    )
    to_spin = tuple(hand for hand in current.to_spin if current.hands[hand].placed(Wager.BONUS_SPIN))
    return with_round(table, to_read=to_read, to_spin=to_spin)


def stands(table: Table, event: e.WagerStands) -> Table:
    wager = StandingWager(event.hand, event.player, event.wager, event.amount, event.coupons)
    return with_round(table, standing=(*in_progress(table).standing, wager))


def _without(numbers: tuple[int, ...], *done: int) -> tuple[int, ...]:
    return tuple(number for number in numbers if number not in done)


def progressive_settled(table: Table, event: e.ProgressiveSettled) -> Table:
    table = with_hand(_verified(table), event.hand, denied=event.denied)
    if event.unpaid:  # nothing that the hand holds pays
        table = with_hand(table, event.hand, combinations=())
    return with_round(table, to_read=_without(in_progress(table).to_read, event.hand))


def envy_deferred(table: Table, event: e.EnvyDeferred) -> Table:
    """Have the bonus that a hand brings others wait; its own wager is settled."""
    return with_hand(_verified(table), event.hand, envy_waits=True)


def _verified(table: Table) -> Table:
    """Tick off what was to be verified of a payout that is settled now, paid or not."""
    to_do = tuple(step for step in table.to_do if step.act not in VERIFYING)
    return with_round(replace(table, to_do=to_do), validated=False)


def wheel_spun(table: Table, event: e.WheelSpun) -> Table:
    return with_round(table, wheel=WheelStop(event.hand, event.hot_spot, event.community))


def bonus_spin_settled(table: Table, event: e.BonusSpinSettled) -> Table:
    to_spin = _without(in_progress(table).to_spin, *event.hands)
    return with_round(_verified(table), to_spin=to_spin, wheel=None)


def completed(table: Table, event: e.RoundCompleted) -> Table:
    """End the round, and what is to be done only in it; no fill is due for what it would have paid."""
    to_do = table.to_do and tuple(step for step in table.to_do if step.act not in ACTS_OF_A_ROUND)
    return replace(
        table, round=None, rounds=event.round, face_up=(), face_up_in_round=0, to_do=to_do, fill_due=0
    )
