"""Cards: two characters each, rank then suit, such as ``"AS"``, ``"TH"``, ``"7D"``.

A card whose face is unknown is ``UNSEEN``: a shoe that a human dealer deals from is a row of those.
"""

from typing import Annotated, Final

from msgspec import Meta

Card = Annotated[str, Meta(extra={"is": "card"})]

RANKS: Final = ("ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS: Final = ("club", "diamond", "heart", "spade")
UNSEEN: Final[Card] = "??"

RANK_CODES: Final = dict(zip(RANKS, "AKQJT98765432", strict=True))
SUIT_CODES: Final = dict(zip(SUITS, "CDHS", strict=True))
_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
ALL: Final = frozenset(rank + suit for rank in RANK_CODES.values() for suit in SUIT_CODES.values())


def decks(count: int, ranks: tuple[str, ...] = RANKS, suits: tuple[str, ...] = SUITS) -> tuple[Card, ...]:
    """List the cards of so many decks, deck by deck, by suit and in sequence.

    >>> decks(1)[:3], len(decks(6))
    (('AC', 'KC', 'QC'), 312)
    """
    return count * tuple(RANK_CODES[rank] + SUIT_CODES[suit] for suit in suits for rank in ranks)


def shown(card: Card) -> str:
    """Write a card as people write it.

    >>> shown("TH"), shown("AS")
    ('10♥', 'A♠')
    """
    if card == UNSEEN:
        return card
    rank = "10" if card[0] == "T" else card[0]
    return rank + _SYMBOLS[card[1]]
