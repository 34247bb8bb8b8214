"""Narration: every event as one plain sentence, in the regulations' words."""

from typing import Final

from casinowar.game import events as e
from casinowar.game.cards import Card, shown
from casinowar.game.money import dollars
from casinowar.game.table import Table
from casinowar.game.words import BURN, DEALER, Choice, Comparison, Wager
from casinowar.telling import phrases as p
from casinowar.telling.narration_preparation import PREPARATION, Teller
from casinowar.telling.narration_side import SIDE


def narrate(event: e.Event, table: Table) -> str:
    """Tell an event in one sentence; the table is the one before it, which knows who sits where."""
    return p.sentence(_TELLERS[type(event)](event, table))


# money


def _wager_placed(event: e.WagerPlaced, table: Table) -> str:
    wager, amount = p.WAGERS[event.wager], dollars(event.amount)
    hand, player = p.hand_at(table, event.seat), p.placed_by(table, event.player, event.seat)
    if hand and hand.on_layout(event.wager):
        return f"{player} added {amount} to the {wager}"
    article = "an" if wager.startswith("initial") else "a"
    return f"{player} placed {article} {wager} of {amount}"


def _chips_of(event: e.WagerEvent, table: Table) -> str:
    """Name the chips that move: the wager, or the part of it."""
    wager, hand = p.WAGERS[event.wager], p.hand_at(table, event.seat)
    if hand and hand.placed(event.wager) > event.amount:
        return f"{dollars(event.amount)} of the {wager}"
    return f"the {wager} of {dollars(event.amount)}"


def _returned(event: e.WagerReturned, table: Table) -> str:
    return f"the dealer returned {_chips_of(event, table)} to {p.who(table, event.seat)}"


def _collected(event: e.WagerCollected, table: Table) -> str:
    return f"the dealer collected {_chips_of(event, table)} from {p.who(table, event.seat)}"


def _paid(event: e.WagerPaid, table: Table) -> str:
    player, amount = p.who(table, event.seat), dollars(event.amount)
    if event.wager is Wager.ENVY:
        return f"the dealer paid an {p.WAGERS[event.wager]} of {amount} to {player}"
    return f"the dealer paid {amount} on the {p.WAGERS[event.wager]} to {player}"


def _withdrawn(event: e.WagerWithdrawn, table: Table) -> str:
    return f"{p.who(table, event.seat)} withdrew {_chips_of(event, table)}"


def _match_placed(event: e.MatchPlaced, table: Table) -> str:
    source = "the table inventory" if table.bank.seat is None else "the player/dealer's wager"
    amount = f"{dollars(event.amount)} from {source}"
    return f"the dealer matched the war wager of {p.who(table, event.seat)} with {amount}"


def _match_paid(event: e.MatchPaid, table: Table) -> str:
    return f"the dealer paid the match of {dollars(event.amount)} to {p.who(table, event.seat)}"


def _match_collected(event: e.MatchCollected, table: Table) -> str:
    return f"the dealer collected the match of {dollars(event.amount)} beside {p.who(table, event.seat)}"


def _collection_reversed(event: e.CollectionReversed, table: Table) -> str:
    chips = f"the {dollars(event.amount)} already collected on the {p.WAGERS[event.wager]}"
    return f"the dealer returned {chips} to {p.who(table, event.seat)}"


def _payment_reversed(event: e.PaymentReversed, table: Table) -> str:
    chips = f"the {dollars(event.amount)} already paid on the {p.WAGERS[event.wager]}"
    return f"the dealer took back from {p.who(table, event.seat)} {chips}"


# cards in play


def _burned(event: e.CardBurned, _table: Table) -> str:
    card = "the card laid aside" if event.from_aside else "a card"
    return f"the dealer burned {card} unseen ({event.reason})"


def _cover_card(event: e.CoverCardDrawn, table: Table) -> str:
    met = f" before a card for {p.who(table, event.cutter)}" if event.cutter else ""
    return f"the cover card came out{met}"


def _dealt(event: e.CardDealt, table: Table) -> str:
    aside = ", laid aside before," if event.from_aside else ""
    deal = ""
    if event.war:
        deal = " on the war deal" if event.war == 1 else f" on war deal {event.war}"
    return f"{shown(event.card)}{aside} was dealt to {p.whose_card(table, event.seat)}{deal}"


def _cards_collected(event: e.CardsCollected, table: Table) -> str:
    if not event.cards:
        return "there were no cards on the layout to collect"
    lying = [place for place in event.seats if place != DEALER or _dealer_has_cards(table)]
    return f"the cards of {p.spots(lying, table)} went into the discard rack: {p.faces(event.cards)}"


def _dealer_has_cards(table: Table) -> bool:
    return table.round is None or bool(table.round.dealer_card or table.round.dealer_war_cards)


# the course of a round


def _no_more_bets(event: e.NoMoreBetsCalled, table: Table) -> str:
    return f"the dealer called no more bets, and deals to {p.spots(event.deal, table)}"


def _compared(event: e.HandCompared, table: Table) -> str:
    mine, theirs = _faces(table, event.seat, event.war)
    cards = f"{mine} against {p.dealer(table)}'s {theirs}"
    player = p.who(table, event.seat)
    match event.comparison:
        case Comparison.TIE:
            return (
                f"{player} ties on the war deal: {cards}"
                if event.war
                else f"{player} has a tie hand: {cards}"
            )
        case Comparison.HIGHER | Comparison.LOWER:
            deal = "on the war deal " if event.war else ""
            return f"{player} is {event.comparison} {deal}with {cards}"


def _faces(table: Table, seat: int, war: int) -> tuple[str, str]:
    """Find the two cards that are compared."""
    hand, current = p.hand_at(table, seat), table.round
    if hand is None or current is None:
        return "no card", "none"
    mine = hand.war_cards[-1:] if war else (hand.card,)
    theirs = current.dealer_war_cards[-1:] if war else (current.dealer_card,)
    return _face(mine), _face(theirs)


def _face(cards: tuple[Card, ...]) -> str:
    return shown(cards[0]) if cards and cards[0] else "no card"


def _passed(event: e.HandPassed, table: Table) -> str:
    return f"the hand of {p.who(table, event.seat)} stays open after the tie"


def _chosen(event: e.TieHandChosen, table: Table) -> str:
    player = p.who(table, event.seat)
    return f"{player} surrendered" if event.choice is Choice.SURRENDER else f"{player} went to war"


def _war_began(event: e.WarDealBegan, table: Table) -> str:
    burns = event.deal.count(BURN)
    burn = f", with {p.cards(burns)} to burn" if burns else ""
    return f"the war deal began for {p.places(event.seats, table)}{burn}"


# irregularities


def _drawn_in_error(event: e.CardDrawnInError, _table: Table) -> str:
    if event.exposed:
        return f"{shown(event.card)} was drawn in error, its face shown, and was laid aside"
    return "a card was drawn in error, its face not shown, and was laid aside"


def _stopped(event: e.PlayStopped, table: Table) -> str:
    where = f" at {p.place(event.seat, table)}" if event.seat is not None and event.seat != DEALER else ""
    return f"play stopped for a floorperson's ruling on {event.irregularity}{where}{p.noted(event.note)}"


def _ruled(event: e.RulingRecorded, _table: Table) -> str:
    return f"the floorperson ruled to {event.ruling}{p.noted(event.note)}"


_TELLERS: Final[dict[type[e.Event], Teller]] = {
    **PREPARATION,
    **SIDE,
    e.HandAbandoned: lambda event, table: f"{p.who(table, event.seat)} left in mid-round and the hand stays",
    e.HandForfeited: lambda event, table: f"the wagers of {p.who(table, event.seat)} are treated as lost",
    e.WagerPlaced: _wager_placed,
    e.WagerReturned: _returned,
    e.WagerWithdrawn: _withdrawn,
    e.WagerCollected: _collected,
    e.WagerPaid: _paid,
    e.MatchPlaced: _match_placed,
    e.MatchPaid: _match_paid,
    e.MatchCollected: _match_collected,
    e.CollectionReversed: _collection_reversed,
    e.PaymentReversed: _payment_reversed,
    e.CardBurned: _burned,
    e.CoverCardDrawn: _cover_card,
    e.CardDealt: _dealt,
    e.CardsCollected: _cards_collected,
    e.NoMoreBetsCalled: _no_more_bets,
    e.HandCompared: _compared,
    e.HandSettled: lambda event, table: f"the hand of {p.who(table, event.seat)} is settled",
    e.HandPassed: _passed,
    e.TieHandChosen: _chosen,
    e.WarWagerConfirmed: lambda event, table: (
        f"the dealer confirmed the war wager of {p.who(table, event.seat)}"
    ),
    e.TieWagerOffered: lambda event, table: (
        f"the dealer offered {p.who(table, event.seat)} a tie wager on the war deal"
    ),
    e.TieWagerDeclined: lambda event, table: (
        f"{p.who(table, event.seat)} declined the tie wager on the war deal"
    ),
    e.WarDealBegan: _war_began,
    e.RoundCompleted: lambda event, _: f"round {event.round} is complete",
    e.CardFoundFaceUp: lambda event, _: (
        f"{shown(event.card)} was found face up in the shoe and went into the discard rack"
    ),
    e.CardDrawnInError: _drawn_in_error,
    e.CardDiscarded: lambda _, __: "the card laid aside went into the discard rack",
    e.HandVoided: lambda event, table: (
        f"the hand of {p.who(table, event.seat)}, which got no card, is void and out of the round"
    ),
    e.IrregularityReported: lambda event, _: f"an irregularity was reported: {event.irregularity}",
    e.PlayStopped: _stopped,
    e.RulingRecorded: _ruled,
    e.RoundVoided: lambda event, _: f"the round is void because of {event.irregularity}",
}
