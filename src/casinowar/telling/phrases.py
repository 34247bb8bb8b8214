"""Phrases: how a sentence names people, places, cards, wagers and acts, in the regulations' words."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from casinowar.game.cards import Card, shown
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import DEALER, PLACES, Act, Wager, spot

Telling = str | Callable[[Any, Table], str]
"""How a kind of event is told: a text with the names of facts in braces, or what makes the words."""

WAGERS: Final = {
    Wager.INITIAL: "initial wager",
    Wager.TIE: "tie wager",
    Wager.WAR: "war wager",
    Wager.WAR_TIE: "tie wager on the war deal",
    Wager.MATCH: "dealer's match",
    Wager.PROGRESSIVE: "progressive wager",
    Wager.ENVY: "Envy Bonus",
    Wager.BONUS_SPIN: "bonus spin wager",
}
"""What each wager is called."""

DONE: Final = {
    Act.CONFIRM_LAYOUT: "confirmed that the layout is approved",
    Act.CONFIRM_DESIGNATION: "confirmed that the table is designated for the game",
    Act.CONFIRM_DEVICE: "confirmed that the shuffling device is approved",
    Act.CONFIRM_SIGN: "confirmed that a sign shows the odds",
    Act.CONFIRM_TIP_BOX: "confirmed that the other place of the tip box is approved",
    Act.RECEIVE_DECKS: "received the decks",
    Act.INSPECT_CARDS: "inspected the cards for defects",
    Act.VERIFY_INSPECTION: "verified the dealer's inspection",
    Act.SPREAD_FACE_UP: "spread the cards face up by deck, suit and sequence",
    Act.SPREAD_FACE_DOWN: "spread the cards face down",
    Act.TURN_FACE_UP: "turned the cards face up",
    Act.SHOW_FIRST_PLAYER: "let the first player look at the cards",
    Act.TURN_FACE_DOWN: "turned the cards face down",
    Act.WASH: "washed the cards",
    Act.STACK: "stacked the cards",
    Act.GATHER_CARDS: "took the cards from the shoe and the discard rack",
    Act.EXCHANGE_BATCHES: "put the used batch into the shuffler and took the other batch out",
    Act.SECURE_STORED_BATCH: "made sure the shuffler holds one batch securely",
    Act.RELEASE_STORED_BATCH: "made sure the shuffled batch is released and ready for play",
    Act.CONFIRM_HANDS: "confirmed to draw with the hand nearest the shoe and place with the other",
    Act.HIDE_LAST_CARD: "put a further cover card under the stack",
    Act.CONFIRM_LEFT_HAND: "confirmed to draw with the left hand and lay with the right",
    Act.CONFIRM_NEAR_HANDS: "confirmed that either hand serves the two positions nearest the shoe",
    Act.COVER_DEVICE: "covered the failed device",
    Act.MARK_DEVICE: "marked the failed device as out of order",
    Act.COLLECT_PROGRESSIVE: "collected the progressive wagers",
    Act.COUNT_PROGRESSIVE: "counted the progressive chips against the wagers that the system accepted",
    Act.VERIFY_HAND: "verified that the hand wins the progressive",
    Act.VERIFY_LIGHT: "verified that the right light of the progressive system is lit",
    Act.VALIDATE_PAYOUT: "validated the progressive payout",
}
"""What a recorded act is called once it is done."""


def sentence(words: str) -> str:
    """Make a sentence of words: a capital first and a full stop last.

    >>> sentence("the dealer called no more bets")
    'The dealer called no more bets.'
    """
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def listed(words: Iterable[str]) -> str:
    """List words as people do.

    >>> listed(["seat 1", "seat 2", "the dealer"]), listed([])
    ('seat 1, seat 2 and the dealer', 'nobody')
    """
    *others, last = [*words] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def cards(number: int) -> str:
    """Count cards.

    >>> cards(1), cards(312)
    ('1 card', '312 cards')
    """
    return f"{number} card" if number == 1 else f"{number} cards"


def faces(some: Iterable[Card]) -> str:
    """Write cards one after another."""
    return " ".join(shown(card) for card in some)


def dealer(table: Table) -> str:
    """Name whoever plays against the others: the dealer, or the player who banks the round."""
    return "the dealer" if table.bank.seat is None else "the player/dealer"


def place(hand: int, table: Table = CLOSED) -> str:
    """Name where a hand is: at a seat, behind it, or at a terminal that backs a community card.

    >>> place(3), place(0), place(203)
    ('seat 3', 'the dealer', 'terminal 2 on community card 3')
    >>> place(203, Table(seats={203: "Ann"}))
    'backline 2 at seat 3'
    """
    if hand == DEALER:
        return dealer(table)
    if hand < PLACES:
        return f"seat {hand}"
    if hand in table.seats:
        return f"backline {hand // PLACES} at seat {spot(hand)}"
    return f"terminal {hand // PLACES} on community card {spot(hand)}"


def places(hands: Iterable[int], table: Table = CLOSED) -> str:
    """Name several places.

    >>> places([1, 2, 0]), places([3, 0]), places([])
    ('seats 1, 2 and the dealer', 'seat 3 and the dealer', 'nobody')
    """
    hands = [*hands]
    numbers = [str(hand) for hand in hands if hand > DEALER]
    if len(numbers) > 1 and max(hands) < PLACES:
        return "seats " + listed(numbers + [dealer(table)] * (DEALER in hands))
    return listed(place(hand, table) for hand in hands)


def spots(numbers: Iterable[int], table: Table) -> str:
    """Name several places where cards lie: seats or community cards, and the dealer's."""
    numbers = [*numbers]
    if not has_terminals(table):
        return places(numbers, table)
    lying = [str(number) for number in numbers if number > DEALER]
    cards = f"community {'card' if len(lying) == 1 else 'cards'} {listed(lying)}"
    return listed([cards] * bool(lying) + [dealer(table)] * (DEALER in numbers))


def has_terminals(table: Table) -> bool:
    """Tell whether the hands of the round are at terminals, which back community cards."""
    hands = table.round.hands if table.round else ()
    return any(hand >= PLACES and hand not in table.seats for hand in hands)


def player_at(table: Table, hand: int) -> str:
    """Find whose hand it is, or who sits there."""
    found = table.hand(hand)
    terminal = hand // PLACES if hand >= PLACES else hand
    return (found.player if found else "") or table.seats.get(hand, "") or table.seats.get(terminal, "")


def who(table: Table, hand: int) -> str:
    """Name the player of a hand and the place, or the dealer."""
    player, at = player_at(table, hand), place(hand, table)
    return at if not player or hand == DEALER else placed_by(table, player, hand)


def placed_by(table: Table, player: str, hand: int) -> str:
    """Name a player who puts something on a hand, which may be new."""
    at = place(hand, table)
    return f"{player} {'in' if at.startswith('backline') else 'at'} {at}"


def whose_card(table: Table, number: int) -> str:
    """Name whom a card goes to: a player, a seat where only others wagered, a community card, the dealer."""
    if number == DEALER or has_terminals(table):
        return spots([number], table)
    current = table.round
    playing = (current.war.hands if current.war else current.hands) if current else (number,)
    return who(table, number) if number in playing else place(number, table)


def noted(note: str) -> str:
    """Append what somebody noted, if anything."""
    return f", noting \N{LEFT DOUBLE QUOTATION MARK}{note}\N{RIGHT DOUBLE QUOTATION MARK}" if note else ""
