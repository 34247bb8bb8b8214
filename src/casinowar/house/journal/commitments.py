"""Commitments: what is published of an order before the cut, and the proof that goes with each dealt card.

The commitment is the root of a Merkle tree over salted cards (as in RFC 6962: leaves and nodes are hashed
apart). A proof names one card at one place; of all other cards it says nothing, for their salts are secret.
"""

import hmac
from collections.abc import Sequence
from functools import cached_property, partial
from hashlib import sha256
from typing import Final

from msgspec import Struct

from casinowar.game.cards import Card

_LEAF, _NODE = b"\x00", b"\x01"
MOST_CARDS: Final = 1 << 20


class Proof(Struct, frozen=True, gc=False):
    """That a card stands at a place of a committed order, which has so many cards."""

    place: int
    card: Card
    salt: str
    path: tuple[str, ...]
    cards: int


def salt(secret: bytes, place: int) -> bytes:
    """Make the salt of one place; it tells nothing of the others."""
    return hmac.digest(secret, b"salt" + place.to_bytes(4, "big"), "sha256")


class MerkleTree:
    """The tree over an order: its root is the commitment, and its branches are the proofs."""

    def __init__(self, order: Sequence[Card], secret: bytes) -> None:
        """Take an order; it is hashed once somebody asks for what its hashes say."""
        self.order, self._secret = order, secret

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """Hash every card with its salt, then each two neighbours, until one is left; an odd one moves up."""
        made = partial(salt, self._secret)
        levels = [[_leaf(card, made(place), place) for place, card in enumerate(self.order)]]
        while len(below := levels[-1]) > 1:
            odd = below[-1:] if len(below) % 2 else []
            levels.append([*map(_node, below[::2], below[1::2]), *odd])
        return levels

    @property
    def commitment(self) -> str:
        """What is published before the cut."""
        [root] = self._levels[-1] or [sha256(b"").digest()]
        return root.hex()

    def proof(self, place: int) -> Proof:
        """Prove which card stands at a place."""
        path = [
            level[place >> height ^ 1].hex()
            for height, level in enumerate(self._levels)
            if place >> height ^ 1 < len(level)
        ]
        shown = salt(self._secret, place).hex()
        return Proof(place, self.order[place], shown, tuple(path), len(self.order))


def verify_proof(proof: Proof, commitment: str, cards: int) -> bool:
    """Tell whether a proof is one of a commitment to so many cards; this needs no secret.

    How many there are has to be known from elsewhere: with a number of its own choice a prover could have
    another card at the same place of the same commitment.

    >>> tree = Tree(("AS", "KH", "2C", "9D", "9D"), b"secret")
    >>> holds(tree.proof(3), tree.commitment, cards=5)
    True
    >>> from msgspec.structs import replace
    >>> holds(replace(tree.proof(3), card="AS"), tree.commitment, cards=5)
    False
    """
    if proof.cards != cards or not 0 <= proof.place < cards <= MOST_CARDS:
        return False
    try:
        path = [bytes.fromhex(each) for each in proof.path]
        found = _leaf(proof.card, bytes.fromhex(proof.salt), proof.place)
    except ValueError:
        return False
    lefts = _lefts(proof.place, cards)
    if len(path) != len(lefts):
        return False
    for other, is_left in zip(path, lefts, strict=True):
        found = _node(other, found) if is_left else _node(found, other)
    return hmac.compare_digest(found.hex(), commitment)


def _leaf(card: Card, salted: bytes, place: int) -> bytes:
    return sha256(_LEAF + place.to_bytes(4, "big") + salted + card.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def _split(cards: int) -> int:
    """Find the largest power of two below a number of cards: so many stand in the left half."""
    return 1 << (cards - 1).bit_length() - 1


def _lefts(place: int, cards: int) -> list[bool]:
    """Tell for each hash of a path whether it stands on the left."""
    if cards == 1:
        return []
    half = _split(cards)
    return [*_lefts(place, half), False] if place < half else [*_lefts(place - half, cards - half), True]
