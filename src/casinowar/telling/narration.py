"""Narration: every event as one plain sentence, in the regulations' words.

A telling is a text with the names of facts in braces, or a function that gives the words themselves.
"""

from collections.abc import Callable
from typing import Any, Final

from casinowar.game import events as e
from casinowar.game.cards import Card, shown
from casinowar.game.money import dollars
from casinowar.game.table import Table
from casinowar.game.words import BURN, DEALER, PLACES, Choice, Comparison, spot
from casinowar.telling import phrases as p
from casinowar.telling.money import MONEY, meter, part_of_wager, shown_after

_DAY: Final = 24 * 60 * 60


def narrate(event: e.Event, table: Table) -> str:
    """Tell an event in one sentence; the table is the one before it, which knows who sits where."""
    telling = _TELLINGS[type(event)]
    if isinstance(telling, str):
        return p.sentence(telling.format_map(_Facts(event, table)))
    return p.sentence(telling(event, table))


class _Facts:
    """What a sentence may name of an event, found when it is asked for."""

    def __init__(self, event: e.Event, table: Table) -> None:
        self.event, self.table = event, table

    def __getitem__(self, name: str) -> object:
        fact = _FACTS.get(name)
        return fact(self.event, self.table) if fact else getattr(self.event, name)


_FACTS: Final[dict[str, Callable[[Any, Table], str]]] = {
    "who": lambda event, table: p.who(table, event.hand),
    "sitter": lambda event, table: p.who(table, event.seat),
    "placer": lambda event, table: p.placed_by(table, event.player, event.hand),
    "places": lambda event, table: p.places(event.hands, table),
    "dealt to": lambda event, table: p.spots(event.deal, table),
    "amount": lambda event, _: dollars(event.amount),
    "chips": lambda event, _: dollars(event.chips),
    "inventory": lambda event, _: dollars(event.inventory),
    "wager": lambda event, _: p.WAGERS[event.wager],
    "part of wager": part_of_wager,
    "meter": meter,
    "shown after": shown_after,
    "card": lambda event, _: shown(event.card),
    "cards": lambda event, _: p.cards(len(event.cards)),
    "behind": lambda event, _: p.cards(event.behind),
    "note": lambda event, _: p.noted(event.note),
}


# people and the preparation of the cards


def _dealer_arrived(event: e.DealerArrived, table: Table) -> str:
    burns = f" and burns {p.cards(event.burns)} before the next round" if event.burns else ""
    before = f" from {table.dealer}" if table.dealer not in {"", "dealer"} else ""
    return f"{event.dealer} took over{before} as dealer{burns}"


def _clock(event: e.ClockTold, _table: Table) -> str:
    days, seconds = divmod(event.now, _DAY)
    hours, minutes = divmod(seconds // 60, 60)
    return f"the house's clock showed {hours:02}:{minutes:02} on day {days + 1}"


def _seated(event: e.PlayerSeated, _table: Table) -> str:
    where = f"took seat {event.seat}"
    if event.seat >= PLACES:
        where = f"stood as backline {event.seat // PLACES} at seat {spot(event.seat)}"
    return f"{event.player} {where} with {dollars(event.chips)} in chips"


def _decks(event: e.DecksReceived, _table: Table) -> str:
    size = event.decks * len(event.ranks) * len(event.suits)
    decks = "1 deck" if event.decks == 1 else f"{event.decks} decks"
    batch = f"{decks}, {p.cards(size)}"
    batches = batch if event.batches == 1 else f"{event.batches} batches of {batch} each"
    return f"new decks came to the table: {batches}" + (", preshuffled" if event.order else "")


def _steps(event: e.StepsInserted, _table: Table) -> str:
    acts = "; ".join(step.act for step in event.steps) or "nothing"
    return f"before anything else there is to do: {acts}"


def _began(event: e.ProcedureBegan, _table: Table) -> str:
    acts = "1 act" if len(event.steps) == 1 else f"{len(event.steps)} acts"
    return f"the preparation of the cards began ({event.occasion}), with {acts} to do"


def _recut(event: e.RecutOrdered, table: Table) -> str:
    by = f" by {p.who(table, event.seat)}" if event.seat is not None else ""
    return f"a floorperson ordered a new cut{by}"


# cards in play and the course of a round


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
    return f"{shown(event.card)}{aside} was dealt to {p.whose_card(table, event.spot)}{deal}"


def _cards_collected(event: e.CardsCollected, table: Table) -> str:
    if not event.cards:
        return "there were no cards on the layout to collect"
    lying = [place for place in event.spots if place != DEALER or _dealer_has_cards(table)]
    return f"the cards of {p.spots(lying, table)} went into the discard rack: {p.faces(event.cards)}"


def _dealer_has_cards(table: Table) -> bool:
    return table.round is None or bool(table.round.dealer_card or table.round.dealer_war_cards)


def _compared(event: e.HandCompared, table: Table) -> str:
    mine, theirs = _faces(table, event.hand, event.war)
    player, cards = p.who(table, event.hand), f"{mine} against {p.dealer(table)}'s {theirs}"
    match event.comparison:
        case Comparison.TIE:
            tie = "ties on the war deal" if event.war else "has a tie hand"
            return f"{player} {tie}: {cards}"
        case Comparison.HIGHER | Comparison.LOWER:
            deal = "on the war deal " if event.war else ""
            return f"{player} is {event.comparison} {deal}with {cards}"


def _faces(table: Table, number: int, war: int) -> tuple[str, str]:
    """Find the two cards that are compared."""
    hand, current = table.hand(number), table.round
    if hand is None or current is None:
        return "no card", "none"
    if war:
        return _face(hand.war_cards), _face(current.dealer_war_cards)
    return _face((hand.card,)), _face((current.dealer_card,))


def _face(cards: tuple[Card, ...]) -> str:
    return shown(cards[-1]) if cards and cards[-1] else "no card"


def _chosen(event: e.TieHandChosen, table: Table) -> str:
    player = p.who(table, event.hand)
    return f"{player} surrendered" if event.choice is Choice.SURRENDER else f"{player} went to war"


def _war_began(event: e.WarDealBegan, table: Table) -> str:
    burns = event.deal.count(BURN)
    burn = f", with {p.cards(burns)} to burn" if burns else ""
    return f"the war deal began for {p.places(event.hands, table)}{burn}"


def _read(event: e.ProgressiveRead, table: Table) -> str:
    hands = p.listed(event.combinations) if event.combinations else "nothing to pay"
    return f"the dealer read the hand of {p.who(table, event.hand)} for the progressive: {hands}"


def _spun(event: e.WheelSpun, table: Table) -> str:
    community = f" and on {event.community} for the community" if event.community else ""
    return f"the wheel stopped on {event.hot_spot} for the hot spot of {p.who(table, event.hand)}{community}"


# irregularities


def _drawn_in_error(event: e.CardDrawnInError, _table: Table) -> str:
    if event.exposed:
        return f"{shown(event.card)} was drawn in error, its face shown, and was laid aside"
    return "a card was drawn in error, its face not shown, and was laid aside"


def _stopped(event: e.PlayStopped, table: Table) -> str:
    where = f" at {p.place(event.hand, table)}" if event.hand is not None and event.hand != DEALER else ""
    return f"play stopped for a floorperson's ruling on {event.irregularity}{where}{p.noted(event.note)}"


_TELLINGS: Final[dict[type[e.Event], p.Telling]] = {
    **MONEY,
    e.TableOpened: (
        "{dealer} opened the table under the rulebook {rulebook}, with a table inventory of {inventory}"
    ),
    e.DealerArrived: _dealer_arrived,
    e.ClockTold: _clock,
    e.PlayerSeated: _seated,
    e.ChipsBought: "{player} bought {amount} more in chips",
    e.PlayerLeft: "{player} left the table with {chips} in chips",
    e.ProcedureBegan: _began,
    e.StepsInserted: _steps,
    e.ActPerformed: lambda event, _: f"the {event.by} {p.DONE.get(event.act, event.act)}",
    e.DecksReceived: _decks,
    e.CardsGathered: "the cards of the shoe and the discard rack were gathered into one stack",
    e.BatchesExchanged: "the used batch went into the shuffler and the stored one came out",
    e.DiscardsTaken: "the discard rack was taken to be shuffled, because the shoe ran out",
    e.CardsShuffled: "the {cards} of the stack were shuffled",
    e.StoredBatchShuffled: "the shuffler shuffled its batch of {cards}",
    e.CutOffered: "the cut was offered to {sitter}",
    e.CutRefused: "{sitter} refused the cut",
    e.StackCut: "{sitter} cut the cards, {depth} from the top",
    e.RecutOrdered: _recut,
    e.CoverCardPlaced: "the cover card was placed, with {behind} behind it",
    e.ShoeLoaded: lambda _, table: f"the stack of {p.cards(len(table.stack))} went into the shoe",
    e.DeviceFailed: "the shuffling device failed and is out of use",
    e.DeviceRestored: "the shuffling device is back in use",
    e.HandAbandoned: "{who} left in mid-round and the hand stays",
    e.HandForfeited: "the wagers of {who} are treated as lost",
    e.CardBurned: _burned,
    e.CoverCardDrawn: _cover_card,
    e.CardDealt: _dealt,
    e.CardsCollected: _cards_collected,
    e.NoMoreBetsCalled: "the dealer called no more bets, and deals to {dealt to}",
    e.HandCompared: _compared,
    e.HandSettled: "the hand of {who} is settled",
    e.HandPassed: "the hand of {who} stays open after the tie",
    e.TieHandChosen: _chosen,
    e.WarWagerConfirmed: "the dealer confirmed the war wager of {who}",
    e.TieWagerOffered: "the dealer offered {who} a tie wager on the war deal",
    e.TieWagerDeclined: "{who} declined the tie wager on the war deal",
    e.WarDealBegan: _war_began,
    e.ProgressiveRead: _read,
    e.ProgressiveSettled: "the progressive is settled for the hand of {who}",
    e.WheelSpun: _spun,
    e.BonusSpinSettled: "the bonus spin is settled for {places}",
    e.RoundCompleted: "round {round} is complete",
    e.CardFoundFaceUp: "{card} was found face up in the shoe and went into the discard rack",
    e.CardDrawnInError: _drawn_in_error,
    e.CardDiscarded: "the card laid aside went into the discard rack",
    e.HandVoided: "the hand of {who}, which got no card, is void and out of the round",
    e.IrregularityReported: "an irregularity was reported: {irregularity}",
    e.PlayStopped: _stopped,
    e.RulingRecorded: "the floorperson ruled to {ruling}{note}",
    e.RoundVoided: "the round is void because of {irregularity}",
}
