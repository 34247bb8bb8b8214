"""Phrases: how a sentence names people, places, cards, wagers and acts, in the regulations' words."""

from collections.abc import Iterable
from typing import Final

from casinowar.game.cards import Card, shown
from casinowar.game.table import Hand, Table
from casinowar.game.words import DEALER, Act, Role, Wager

WAGERS: Final = {
    Wager.INITIAL: "initial wager",
    Wager.TIE: "tie wager",
    Wager.WAR: "war wager",
    Wager.WAR_TIE: "tie wager on the war deal",
    Wager.MATCH: "dealer's match",
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
    Act.CONFIRM_LEFT_HAND: "confirmed to draw with the left hand and lay with the right",
    Act.CONFIRM_NEAR_HANDS: "confirmed that either hand serves the two positions nearest the shoe",
    Act.COVER_DEVICE: "covered the failed device",
    Act.MARK_DEVICE: "marked the failed device as out of order",
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


def place(seat: int) -> str:
    """Name a place at the table."""
    return "the dealer" if seat == DEALER else f"seat {seat}"


def places(seats: Iterable[int]) -> str:
    """Name several places.

    >>> places([1, 2, 0]), places([3, 0]), places([])
    ('seats 1, 2 and the dealer', 'seat 3 and the dealer', 'nobody')
    """
    seats = [*seats]
    numbers = [str(seat) for seat in seats if seat > DEALER]
    if len(numbers) > 1:
        return "seats " + listed(numbers + ["the dealer"] * (DEALER in seats))
    return listed(map(place, seats))


def player_at(table: Table, seat: int) -> str:
    """Find whose hand is at a seat, or who sits there."""
    hand = hand_at(table, seat)
    return (hand.player if hand else "") or table.seats.get(seat, "")


def who(table: Table, seat: int) -> str:
    """Name the player at a seat, or the dealer."""
    player = player_at(table, seat)
    return f"{player} at {place(seat)}" if player and seat != DEALER else place(seat)


def hand_at(table: Table, seat: int) -> Hand | None:
    """Find the hand at a seat in the round in progress."""
    return table.round.hands.get(seat) if table.round else None


def role(by: Role) -> str:
    """Name the person in a role."""
    return f"the {by}"


def noted(note: str) -> str:
    """Append what somebody noted, if anything."""
    return f", noting \N{LEFT DOUBLE QUOTATION MARK}{note}\N{RIGHT DOUBLE QUOTATION MARK}" if note else ""
