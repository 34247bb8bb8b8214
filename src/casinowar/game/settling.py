"""Comparing hands, settling them, collecting the cards and ending the round."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game import preparation
from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.rulebook import Outcome, ratio
from casinowar.game.rules import Rules
from casinowar.game.table import Hand, Round, Table
from casinowar.game.terms import Base, Fate, MatchFate, Tied
from casinowar.game.words import DEALER, Act, Choice, Comparison, Occasion, Wager

Events = tuple[e.Event, ...]


def compare(rules: Rules, card: Card, dealer_card: Card) -> Comparison:
    """Compare a player's card with the dealer's by rank."""
    difference = rules.strength[card[0]] - rules.strength[dealer_card[0]]
    if difference == 0:
        return Comparison.TIE
    return Comparison.HIGHER if difference > 0 else Comparison.LOWER


def compare_hand(rules: Rules, table: Table, _command: c.CompareHand) -> Events:
    """Compare the next hand in a pass of its own."""
    current = in_round(table)
    to_compare = current.war.to_compare if current.war else current.to_compare
    return (_compared(rules, current, current.hands[to_compare[0]]),)


def settle_hand(rules: Rules, table: Table, _command: c.SettleHand) -> Events:
    """Compare and settle the next hand on the deal that was last dealt."""
    current = in_round(table)
    to_settle = current.war.to_settle if current.war else current.to_settle
    hand = current.hands[to_settle[0]]
    events: list[e.Event] = []
    comparison = hand.comparison
    if not _is_compared(current, hand):
        compared = _compared(rules, current, hand)
        comparison = compared.comparison
        events.append(compared)
    settle = _settle_war if current.war else _settle_original
    events += settle(rules, hand, Comparison.LOWER if hand.forfeited else comparison or Comparison.LOWER)
    if isinstance(events[-1], e.HandSettled):
        events += pick_up(rules, hand)
    return tuple(events)


def _is_compared(current: Round, hand: Hand) -> bool:
    return hand.fought == hand.wars if current.war else hand.comparison is not None


def _compared(rules: Rules, current: Round, hand: Hand) -> e.HandCompared:
    if current.war:
        comparison = compare(rules, hand.war_cards[-1], current.dealer_war_cards[-1])
    else:
        comparison = compare(rules, hand.card, current.dealer_card)
    return e.HandCompared(seat=hand.seat, comparison=comparison, war=hand.wars)


def _settle_original(rules: Rules, hand: Hand, comparison: Comparison) -> Iterator[e.Event]:
    wagers, settlement = rules.book.wagers, rules.book.settlement
    match comparison:
        case Comparison.LOWER:
            yield from collect(hand, Wager.INITIAL, Wager.TIE)
        case Comparison.HIGHER:
            yield from pay(hand, Wager.INITIAL, ratio(wagers.initial.value))
            yield from collect(hand, Wager.TIE)
        case Comparison.TIE:
            if wagers.tie:
                yield from pay(hand, Wager.TIE, ratio(wagers.tie.value))
            match settlement.tie_hand.value:
                case Tied.CHOICE:
                    yield e.HandPassed(seat=hand.seat)
                    return
                case Tied.COLLECTED:
                    yield from collect(hand, Wager.INITIAL)
                case Tied.RETURNED:
                    yield from give_back(hand, Wager.INITIAL)
    yield e.HandSettled(seat=hand.seat)


def _settle_war(rules: Rules, hand: Hand, comparison: Comparison) -> Iterator[e.Event]:
    law = rules.book.war
    if law is None:
        return
    match comparison:
        case Comparison.LOWER:
            yield from _outcome(law.lost, hand)
            yield from collect(hand, Wager.WAR_TIE)
        case Comparison.HIGHER:
            yield from _outcome(law.won, hand)
            yield from collect(hand, Wager.WAR_TIE)
        case Comparison.TIE:
            again = law.again if law.again and hand.wars < law.again.wars else None
            if not again:
                yield from _outcome(law.tied, hand)
            if ladder := rules.tie_odds(Wager.WAR_TIE):
                yield from pay(hand, Wager.WAR_TIE, ladder[min(hand.wars, len(ladder)) - 1])
            if again:
                yield e.HandPassed(seat=hand.seat)
                if not again.times and not again.forfeits:
                    yield e.TieHandChosen(seat=hand.seat, choice=Choice.WAR)
                return
    yield e.HandSettled(seat=hand.seat)


def _outcome(outcome: Outcome, hand: Hand) -> Iterator[e.Event]:
    """Move each of the chips in play as the outcome of a war says."""
    fates = {Wager.INITIAL: outcome.initial, Wager.WAR: outcome.war}
    for wager, fate in fates.items():
        if fate is Fate.COLLECTED:
            yield from collect(hand, wager)
    if outcome.pays:
        initial, war = hand.placed(Wager.INITIAL), hand.placed(Wager.WAR)
        base = {Base.INITIAL: initial, Base.WAR: war, Base.BOTH: initial + war}[outcome.on]
        yield from _paid(hand, Wager.WAR, base, ratio(outcome.pays))
    match_on_layout = hand.on_layout(Wager.MATCH)
    if match_on_layout and outcome.match is MatchFate.PAID:
        yield e.MatchPaid(seat=hand.seat, amount=match_on_layout)
    if match_on_layout and outcome.match is MatchFate.COLLECTED:
        yield e.MatchCollected(seat=hand.seat, amount=match_on_layout)
    for wager, fate in fates.items():
        if fate is Fate.RETURNED:
            yield from give_back(hand, wager)


def collect(hand: Hand, *wagers: Wager) -> Iterator[e.Event]:
    """Take wagers into the table inventory."""
    for wager in wagers:
        if amount := hand.on_layout(wager):
            yield e.WagerCollected(seat=hand.seat, wager=wager, amount=amount)


def give_back(hand: Hand, *wagers: Wager) -> Iterator[e.Event]:
    """Return wagers to the player."""
    for wager in wagers:
        if amount := hand.on_layout(wager):
            yield e.WagerReturned(seat=hand.seat, wager=wager, amount=amount)


def pay(hand: Hand, wager: Wager, odds: Fraction) -> Iterator[e.Event]:
    """Pay a wager at odds, and return it."""
    yield from _paid(hand, wager, hand.on_layout(wager), odds)
    yield from give_back(hand, wager)


def _paid(hand: Hand, wager: Wager, stake: Cents, odds: Fraction) -> Iterator[e.Event]:
    if amount := stake * odds.numerator // odds.denominator:
        yield e.WagerPaid(seat=hand.seat, wager=wager, amount=amount)


def pick_up(rules: Rules, hand: Hand) -> Events:
    """Take up the cards of a settled hand, where that is done at each seat."""
    if rules.picks_up_later:
        return ()
    return (e.CardsCollected(seats=(hand.seat,), cards=(hand.card, *hand.war_cards)),)


def collect_cards(rules: Rules, table: Table, _command: c.CollectCards) -> Events:
    """Take up the cards of settled hands; when all are settled, the dealer's too, and end the round."""
    current = in_round(table)
    ready = [seat for seat, hand in current.hands.items() if hand.settled and not hand.collected]
    order = rules.book.settlement.order
    seats = (order.paying or order.direction).order(ready)
    if any(not hand.settled for hand in current.hands.values()):
        return (e.CardsCollected(seats=seats, cards=_cards(current, seats)),)
    return (*_last_cards(current, seats), *end_round(rules, table))


def _last_cards(current: Round, seats: tuple[int, ...]) -> Events:
    last = (*seats, DEALER)
    return (e.CardsCollected(seats=last, cards=_cards(current, last)),)


def _cards(current: Round, seats: tuple[int, ...]) -> tuple[Card, ...]:
    """List cards hand by hand, each hand in the order in which it was dealt."""
    cards: list[Card] = []
    for seat in seats:
        if seat == DEALER:
            cards += [current.dealer_card, *current.dealer_war_cards]
        else:
            cards += [current.hands[seat].card, *current.hands[seat].war_cards]
    return tuple(card for card in cards if card)


def end_round(rules: Rules, table: Table, *, reshuffle: bool = False) -> Events:
    """End the round: who left is gone, and the shoe is reshuffled if it is over."""
    current = in_round(table)
    left = dict.fromkeys(hand.player for hand in current.hands.values() if hand.abandoned)
    events: list[e.Event] = [e.RoundCompleted(round=current.number)]
    events += [e.PlayerLeft(player=player, chips=table.chips[player]) for player in left]
    if reshuffle or preparation.shoe_is_over(rules, table):
        # A void round may leave acts undone; those that make the shoe ready are what the reshuffle does.
        undone = tuple(step for step in table.to_do if step.act not in {Act.SHUFFLE, Act.LOAD_SHOE})
        steps = undone + preparation.reshuffle(rules, device_failed=table.device_failed)
        events.append(e.ProcedureBegan(occasion=Occasion.RESHUFFLE, steps=steps))
    return tuple(events)


def collect_all(table: Table) -> Events:
    """Take up every card that lies on the layout or on the side, whatever the state of the round."""
    current = in_round(table)
    lying = [seat for seat, hand in current.hands.items() if hand.card and not hand.collected]
    cards = _last_cards(current, tuple(sorted(lying)))
    return (*cards, *(e.CardDiscarded() for _ in table.aside))


def in_round(table: Table) -> Round:
    """Give the round in progress, or refuse."""
    if table.round is None:
        raise Refusal(Reason.NO_ROUND_IN_PROGRESS)
    return table.round
