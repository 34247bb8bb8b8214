"""Comparing hands, settling them, collecting the cards and ending the round."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import bank, meters, preparation
from casinowar.game.acts.layout import in_round, stood_over
from casinowar.game.acts.payout_limit import limited
from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.cited_values import Cited, ratio
from casinowar.game.book.coupons import Coupons
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fate, MatchFate, Remedy, Tied
from casinowar.game.book.war import Outcome
from casinowar.game.cards import Card
from casinowar.game.due.hands import forfeits, hand_given_up, ready_spots
from casinowar.game.due.shuffling import shoe_is_over
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import ACTS_OF_A_ROUND, DEALER, Act, Choice, Comparison, Irregularity, Wager, spot

_INITIAL, _TIE, _MATCH = Wager.INITIAL, Wager.TIE, Wager.MATCH
_LOWER, _HIGHER = Comparison.LOWER, Comparison.HIGHER
_MAKE_THE_SHOE_READY = ACTS_OF_A_ROUND | {
    *(Act.GATHER_CARDS, Act.SHUFFLE, Act.HOLD_STACK, Act.OFFER_CUT, Act.PLACE_COVER_CARD, Act.HIDE_LAST_CARD),
    *(Act.LOAD_SHOE, Act.BURN_CARD),
}


def compare(rules: Rules, card: Card, dealer_card: Card, *, at_war: bool = False) -> Comparison:
    """Compare a player's card with the dealer's by rank, then by suit where the book has suits decide."""
    strength = rules.strength
    mine, dealers = strength[card[0]], strength[dealer_card[0]]
    by_suit = rules.suits_decide_at_war if at_war else rules.suits_decide_first
    if mine == dealers and by_suit:
        mine, dealers = rules.suit_strength[card[1]], rules.suit_strength[dealer_card[1]]
    if mine == dealers:
        return Comparison.TIE
    return _HIGHER if mine > dealers else _LOWER


def _wins_tie_wager(rules: Rules, comparison: Comparison, cards: tuple[Card, Card]) -> bool:
    """Tell whether a tie wager wins: on a tie or, if the book says so, on equal rank though suits decide."""
    card, dealer_card = cards
    return comparison is Comparison.TIE or (rules.equal_rank_wins_ties and card[0] == dealer_card[0])


def compare_hand(rules: Rules, table: Table, _command: c.CompareHand) -> e.Events:
    """Compare the next hand in a pass of its own; one bound for a war at once is settled, too."""
    current = in_round(table)
    to_compare = current.war.to_compare if current.war else current.to_compare
    hand = current.hands[to_compare[0]]
    compared = _compared(rules, current, hand)
    tied = compared.comparison is Comparison.TIE and bool(hand.on_layout(_INITIAL)) and not hand.forfeited
    if current.war or rules.decides_first or not (tied and rules.settles_ties_first):
        return (compared,)
    return (compared, *_settled(rules, current, hand, Comparison.TIE))


def settled_for_war(rules: Rules, current: Round, hand: Hand) -> Iterable[e.Event]:
    """Settle a tie hand out of its turn in the pass of paying, because its war is fought at once."""
    waits = rules.fights_at_once and hand.number in current.to_settle
    return _settled(rules, current, hand, Comparison.TIE) if waits else ()


def settle_hand(rules: Rules, table: Table, _command: c.SettleHand) -> e.Events:
    current = in_round(table)
    war = current.war
    given_up = None if war or current.to_settle else hand_given_up(rules, current)
    if given_up is not None:
        return collect_half(rules, current, given_up)
    hand = current.hands[war.to_settle[0] if war else current.to_settle[0]]
    events: list[e.Event] = [] if war else [*_lost_first(rules, current)]
    if events:
        current = in_round(evolve_all(table, events))
        hand = current.hands[hand.number]
    comparison = hand.comparison
    to_compare = hand.fought < hand.wars if war else comparison is None
    if to_compare:
        compared = _compared(rules, current, hand)
        comparison = compared.comparison
        events.append(compared)
    at_war_later = hand.wars > 0 and war is None  # It chose war in the pass of deciding.
    result = _LOWER if hand.forfeited and not at_war_later else comparison or _LOWER
    events += _settled(rules, current, hand, result)
    if hand.choice is Choice.SURRENDER and isinstance(events[-1], e.HandPassed):
        events.pop()  # It chose in the pass of deciding; its half is collected where it stands.
        current = in_round(evolve_all(table, events))
        return (*events, *collect_half(rules, current, current.hands[hand.number]))
    if not rules.picks_up_later and [event for event in events if isinstance(event, e.HandSettled)]:
        events += pick_up(rules, current, hand)
    return tuple(events)


def _settled(rules: Rules, current: Round, hand: Hand, result: Comparison) -> Iterable[e.Event]:
    """Settle a hand on the deal that was last dealt, as far as payout limit and bank let it."""
    settle = _settle_war if current.war else _settle_original
    moves: Iterable[e.Event] = settle(rules, hand, result, _is_tied(rules, current, hand, result))
    if rules.caps_payouts:
        moves = limited(rules, current, hand, moves)
    if current.cover is not None:
        moves = list(moves)
        over = any(isinstance(move, e.HandSettled) for move in moves)
        moves = bank.covered(rules, current, hand, moves, over=over)
    return moves


def _is_tied(rules: Rules, current: Round, hand: Hand, result: Comparison) -> bool:
    return not hand.forfeited and _wins_tie_wager(rules, result, _last_deal(current, hand))


def _lost_first(rules: Rules, current: Round) -> Iterator[e.Event]:
    """Compare all hands in their order and take what they lose, where a bank does so before it pays (R43)."""
    law = rules.book.bank
    if law is None or law.exhausted.value is not Exhaustion.COLLECT_FIRST:
        return
    for hand in (current.hands[number] for number in current.to_settle):
        compared = _compared(rules, current, hand)
        if hand.comparison is None:
            yield compared
        result = _LOWER if hand.forfeited and not hand.wars else compared.comparison
        if result is not Comparison.TIE:
            moves = _settle_original(rules, hand, result, _is_tied(rules, current, hand, result))
            yield from (move for move in moves if isinstance(move, e.WagerCollected))


def _compared(rules: Rules, current: Round, hand: Hand) -> e.HandCompared:
    comparison = compare(rules, *_last_deal(current, hand), at_war=current.war is not None)
    results = rules.clauses.war_result if hand.wars else rules.clauses.result
    return e.HandCompared(hand=hand.number, comparison=comparison, war=hand.wars, clause=results[comparison])


def _last_deal(current: Round, hand: Hand) -> tuple[Card, Card]:
    if current.war:
        return hand.war_cards[-1], current.dealer_war_cards[-1]
    return hand.card, current.dealer_card


def _settle_original(rules: Rules, hand: Hand, comparison: Comparison, tied: bool) -> list[e.Event]:  # noqa: FBT001 - the results of two wagers
    wagers, clauses, is_tie = rules.book.wagers, rules.clauses, comparison is Comparison.TIE
    result, paid, tie_lost = clauses.result[comparison], clauses.initial_paid, clauses.tie_lost[comparison]
    if hand.forfeited:
        result = paid = tie_lost = clauses.leaving
    on_tie = ties_settled(rules, hand, 1, more=False) if tied else collect(hand, tie_lost, _TIE)
    if comparison is _LOWER:
        events = [*collect(hand, result, _INITIAL), *on_tie]
    elif comparison is _HIGHER:
        won = hand.on_layout(_INITIAL)
        if hand.coupon and wagers.coupons and wagers.coupons.value is Coupons.INITIAL_ONLY:
            won += hand.coupon
        events = _paid(hand, _INITIAL, won, ratio(wagers.initial.value), paid)
        events += [*give_back(hand, result, _INITIAL), *on_tie]
    else:
        tie_hand = rules.book.settlement.tie_hand.value
        plays_on = rules.plays_ties_on and bool(hand.on_layout(_INITIAL))
        events = ties_settled(rules, hand, 1, more=plays_on or runs_on(rules, hand, 1))
        if plays_on:
            passed = [*events, *_dealer_wins(rules, hand, comparison), e.HandPassed(hand=hand.number)]
            return [*passed, *_unasked(rules, hand)] if tie_hand is Tied.WAR else passed
        move = collect if tie_hand is Tied.COLLECTED else give_back
        events += move(hand, result, _INITIAL)
    events += _dealer_wins(rules, hand, comparison)
    if hand.coupon:
        events += coupon_taken(rules, hand)
    events.append(_ended(rules, hand, int(is_tie), tied=is_tie))
    return events


def _unasked(rules: Rules, hand: Hand) -> Iterator[e.Event]:
    """Send a tie hand to war that has nothing to put down for it, and no bank whose cover comes first."""
    if rules.book.war and not rules.book.war.times() and rules.book.bank is None:
        yield _goes_to_war(rules, hand)


def _goes_to_war(rules: Rules, hand: Hand) -> e.TieHandChosen:
    clause = rules.clauses.leaving if hand.abandoned else rules.clauses.placed[Wager.WAR]
    return e.TieHandChosen(hand=hand.number, choice=Choice.WAR, clause=clause)


def _dealer_wins(rules: Rules, hand: Hand, comparison: Comparison) -> list[e.Event]:
    """Settle the wager on the dealer's card; whose player's wagers are treated as lost loses it, too."""
    law, amount = rules.book.wagers.dealer_wins, hand.on_layout(Wager.DEALER_WINS)
    if law is None:
        return []
    clause = rules.clauses.leaving if hand.forfeited else law.clause
    if comparison is _LOWER and not hand.forfeited:
        return pay(hand, Wager.DEALER_WINS, ratio(law.value), clause)
    tied = comparison is Comparison.TIE and not hand.forfeited
    lost = Fraction(law.tie_forfeits) * amount if tied else amount
    return list(split(hand, Wager.DEALER_WINS, int(lost), clause))


# the tie wager, where it is paid by the number of ties


def runs_on(rules: Rules, hand: Hand, ties: int) -> bool:
    rises = ties < rules.most_ties and bool(hand.on_layout(_TIE))
    return rises and rules.ties_run_on and not hand.forfeited


def ties_settled(rules: Rules, hand: Hand, ties: int, *, more: bool) -> list[e.Event]:
    """Pay the tie wager after so many ties in a row, unless more may come for which it pays more."""
    if not hand.on_layout(_TIE) or (more and ties < rules.most_ties):
        return []
    if hand.forfeited:
        return collect(hand, rules.clauses.leaving, _TIE)
    return pay(hand, _TIE, rules.tie_odds(_TIE)[min(ties, rules.most_ties) - 1], rules.clauses.tie_paid)


def _ended(rules: Rules, hand: Hand, ties: int, *, tied: bool) -> e.Event:
    if tied and runs_on(rules, hand, ties):
        return e.TieWagerRunsOn(hand=hand.number, clause=rules.clauses.tie_paid)
    return e.HandSettled(hand=hand.number)


def coupon_taken(rules: Rules, hand: Hand) -> Iterator[e.Event]:
    if hand.coupon:
        yield e.CouponTaken(hand=hand.number, clause=rules.clauses.coupons)


def _settle_war(rules: Rules, hand: Hand, comparison: Comparison, tied: bool) -> Iterator[e.Event]:  # noqa: FBT001 - the results of two wagers
    law, ladder, clauses = rules.book.war, rules.tie_odds(Wager.WAR_TIE), rules.clauses
    if law is None:
        return
    is_tie = comparison is Comparison.TIE
    ties = hand.wars + is_tie
    again = law.again if is_tie and law.again and hand.wars < law.again.wars and not hand.running else None
    if not (again or hand.running):
        outcomes = {_LOWER: law.lost, _HIGHER: law.won, Comparison.TIE: law.tied}
        outcome = outcomes[comparison]
        yield from _outcome(outcome, hand, clauses.leaving if hand.forfeited else outcome.clause)
    if tied and ladder:
        odds = ladder[min(hand.wars, len(ladder)) - 1]
        yield from pay(hand, Wager.WAR_TIE, odds, clauses.war_tie_paid)
    else:
        lost = clauses.leaving if hand.forfeited else clauses.war_tie_lost[comparison]
        yield from collect(hand, lost, Wager.WAR_TIE)
    more = again is not None or (is_tie and runs_on(rules, hand, ties))
    yield from ties_settled(rules, hand, ties, more=more)
    if again is None:
        yield _ended(rules, hand, ties, tied=is_tie)
        return
    yield e.HandPassed(hand=hand.number)
    if not again.times and not again.forfeits:
        yield _goes_to_war(rules, hand)


def _outcome(outcome: Outcome, hand: Hand, clause: str) -> Iterator[e.Event]:
    fates = {Wager.INITIAL: outcome.initial, Wager.WAR: outcome.war}
    for wager, fate in fates.items():
        if fate is Fate.COLLECTED:
            yield from collect(hand, clause, wager)
    if outcome.pays:
        initial, war = hand.placed(Wager.INITIAL), hand.placed(Wager.WAR)
        yield from _paid(hand, Wager.WAR, outcome.base(initial, war), ratio(outcome.pays), clause)
    match_on_layout = hand.on_layout(Wager.MATCH)
    if match_on_layout and outcome.match is MatchFate.PAID:
        yield e.MatchPaid(hand=hand.number, amount=match_on_layout, clause=clause)
    if outcome.match is MatchFate.COLLECTED:
        yield from collect(hand, clause, _MATCH)
    for wager, fate in fates.items():
        if fate is Fate.RETURNED:
            yield from give_back(hand, clause, wager)


def collect(hand: Hand, clause: str, *wagers: Wager) -> list[e.Event]:
    """Take wagers into the table inventory, and the match back."""
    return _moved(e.WagerCollected, hand, clause, wagers)


def give_back(hand: Hand, clause: str, *wagers: Wager) -> list[e.Event]:
    return _moved(e.WagerReturned, hand, clause, wagers)


def _moved(
    kind: type[e.WagerCollected | e.WagerReturned], hand: Hand, clause: str, wagers: tuple[Wager, ...]
) -> list[e.Event]:
    events: list[e.Event] = []
    for wager in wagers:
        placed = hand.wagers.get(wager)
        if placed is not None and placed.on_layout:
            taken = e.MatchCollected if wager is _MATCH else kind
            events.append(taken(hand=hand.number, wager=wager, amount=placed.on_layout, clause=clause))
    return events


def split(hand: Hand, wager: Wager, lost: Cents, clause: str) -> Iterator[e.Event]:
    if lost:
        yield e.WagerCollected(hand=hand.number, wager=wager, amount=lost, clause=clause)
    if (rest := hand.on_layout(wager) - lost) > 0:
        yield e.WagerReturned(hand=hand.number, wager=wager, amount=rest, clause=clause)


def pay(hand: Hand, wager: Wager, odds: Fraction, clause: str) -> list[e.Event]:
    return _paid(hand, wager, hand.on_layout(wager), odds, clause) + give_back(hand, clause, wager)


def _paid(hand: Hand, wager: Wager, wagered: Cents, odds: Fraction, clause: str) -> list[e.Event]:
    amount = wagered * odds.numerator // odds.denominator
    return [e.WagerPaid(hand=hand.number, wager=wager, amount=amount, clause=clause)] if amount else []


def finished(rules: Rules, current: Round, hand: Hand, moves: Iterable[e.Event]) -> e.Events:
    """Settle a tie hand that is not fought on: move its chips, pay its tie wager unless that runs on."""
    ties = hand.fought + 1
    runs = runs_on(rules, hand, ties)
    moves = [*moves, *ties_settled(rules, hand, ties, more=runs)]
    if rules.caps_payouts:
        moves = limited(rules, current, hand, moves)
    ended = _ended(rules, hand, ties, tied=True)
    return (*moves, *coupon_taken(rules, hand), ended, *(() if runs else pick_up(rules, current, hand)))


# surrender


def collect_half(rules: Rules, current: Round, hand: Hand) -> e.Events:
    return finished(rules, current, hand, bank.covered(rules, current, hand, _give_up(rules, hand)))


def _give_up(rules: Rules, hand: Hand) -> Iterator[e.Event]:
    given_up = forfeits(rules, hand)
    share = Fraction(1) if given_up is None or hand.forfeited else given_up
    gone = hand.forfeited or hand.abandoned
    clause = rules.clauses.leaving if gone else rules.clauses.surrender
    for wager in (Wager.INITIAL, Wager.WAR):
        yield from split(hand, wager, rules.whole_chips(share * hand.on_layout(wager)), clause)
    yield from collect(hand, clause, Wager.MATCH)


def pick_up(rules: Rules, current: Round, hand: Hand) -> e.Events:
    """Take up the cards of a settled hand, where that is done at each seat and nothing more hangs on them."""
    if rules.picks_up_later or current.to_read:
        return ()
    place = spot(hand.number)
    if rules.shares_spots:
        sharing = [each for seat, each in current.hands.items() if spot(seat) == place and each is not hand]
        if any(not each.settled for each in sharing):
            return ()
    cards = current.layout.get(place, ())
    return (e.CardsCollected(spots=(place,), cards=cards, clause=rules.clauses.collection),)


def collect_cards(rules: Rules, table: Table, _command: c.CollectCards) -> e.Events:
    """Take up the cards of settled hands; when all are settled, the dealer's too, and end the round."""
    current = in_round(table)
    order = rules.book.settlement.order
    places = order.last_pass.order(ready_spots(current))
    open_hands = [hand for hand in current.hands.values() if not hand.settled]
    if open_hands or current.to_read or current.to_spin:
        cards = _cards(current, places)
        return (e.CardsCollected(spots=places, cards=cards, clause=rules.clauses.collection),)
    return (*_last_cards(rules, current, places), *end_round(rules, table))


def _last_cards(rules: Rules, current: Round, places: tuple[int, ...]) -> e.Events:
    law, last = rules.book.settlement, (*places, DEALER)
    fought = any(hand.war_cards for hand in current.hands.values())
    clause = law.last_collection if fought else law.dealers_card or law.last_collection
    return (e.CardsCollected(spots=last, cards=_cards(current, last), clause=clause.clause),)


def _cards(current: Round, places: tuple[int, ...]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for place in places:
        cards += current.layout.get(place, ())
    return tuple(cards)


def end_round(rules: Rules, table: Table, *, reshuffle: Cited | None = None, void: bool = False) -> e.Events:
    """End the round: who left is gone, and the shoe is reshuffled if it is over."""
    current = in_round(table)
    left = [hand.player for hand in current.hands.values() if hand.abandoned]
    events: list[e.Event] = [*meters.divided(rules, table), *bank.returned(rules, table, counts=not void)]
    events.append(e.RoundCompleted(round=current.number))
    events += [e.PlayerLeft(player=player, chips=table.chips[player]) for player in dict.fromkeys(left)]
    events += stood_over(rules, table, current, left)
    if not current.closed and any(step.act is Act.LOAD_SHOE for step in table.to_do):
        return tuple(events)  # The wagers lay while a shoe was made ready, from which no card has come yet.
    if reshuffle or shoe_is_over(rules, table):
        # A void round may leave acts undone; those that make the shoe ready are what the reshuffle does.
        undone = tuple(step for step in table.to_do if step.act not in _MAKE_THE_SHOE_READY)
        steps = undone + preparation.after_round(rules, table, reshuffle)
        events += preparation.begun(rules, table, preparation.occasion_of_reshuffle(rules, table), steps)
    return tuple(events)


def ended_without_hands(rules: Rules, table: Table) -> e.Events:
    """End a round whose last hand is void; a card laid aside is still there for the next."""
    if in_round(table).hands:
        return ()
    collected = tuple(event for event in collect_all(rules, table) if isinstance(event, e.CardsCollected))
    return (*collected, *end_round(rules, evolve_all(table, collected), void=True))


def collect_all(rules: Rules, table: Table) -> e.Events:
    """Take up every card on the layout, and on the side what the book does not have used as the next card."""
    current = in_round(table)
    lying = tuple(sorted(place for place in current.layout if place != DEALER))
    collected = _last_cards(rules, current, lying) if current.layout else ()
    law = rules.book.irregularities.provision(Irregularity.CARD_DRAWN_IN_ERROR)
    seen = [place for place, was in enumerate(table.aside_seen) if was]
    if law is None or law.remedy is not Remedy.USE_AS_NEXT:
        seen = [*range(len(table.aside))]
    clause = rules.clauses.ruling
    return (
        *collected,
        *(e.CardDiscarded(place=place - before, clause=clause) for before, place in enumerate(seen)),
    )
