"""Commitments to the order of a shoe, and proofs of single cards.

A commitment, published before the cut, is the root of a Merkle tree over salted cards. As in RFC 6962,
leaves and nodes are hashed differently. A proof shows one card at one place and nothing about other cards,
whose salts are secret.
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
    """A proof that a card is at a place of a committed order of `cards` cards."""

    place: int
    card: Card
    salt: str
    path: tuple[str, ...]
    cards: int


def salt(secret: bytes, place: int) -> bytes:
    """Derive the salt of one place; it reveals nothing about the others."""
    return hmac.digest(secret, b"salt" + place.to_bytes(4, "big"), "sha256")


class MerkleTree:
    def __init__(self, order: Sequence[Card], secret: bytes) -> None:
        """Hashing is lazy."""
        self.order, self._secret = order, secret

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """Hash the salted cards, then pairs up to the root; an odd one moves up."""
        made = partial(salt, self._secret)
        levels = [[_leaf(card, made(place), place) for place, card in enumerate(self.order)]]
        while len(below := levels[-1]) > 1:
            odd = below[-1:] if len(below) % 2 else []
            levels.append([*map(_node, below[::2], below[1::2]), *odd])
        return levels

    @property
    def commitment(self) -> str:
        [root] = self._levels[-1] or [sha256(b"").digest()]
        return root.hex()

    def proof(self, place: int) -> Proof:
        path = [
            level[place >> height ^ 1].hex()
            for height, level in enumerate(self._levels)
            if place >> height ^ 1 < len(level)
        ]
        shown = salt(self._secret, place).hex()
        return Proof(place, self.order[place], shown, tuple(path), len(self.order))


def verify_proof(proof: Proof, commitment: str, cards: int) -> bool:
    """Check a proof against a commitment to a number of cards; this needs no secret.

    The number must come from elsewhere: by choosing it, a prover could show another card at the same place.

    >>> tree = MerkleTree(("AS", "KH", "2C", "9D", "9D"), b"secret")
    >>> verify_proof(tree.proof(3), tree.commitment, cards=5)
    True
    >>> from msgspec.structs import replace
    >>> verify_proof(replace(tree.proof(3), card="AS"), tree.commitment, cards=5)
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
    """Give the size of the left half: the largest power of two below the number of cards."""
    return 1 << (cards - 1).bit_length() - 1


def _lefts(place: int, cards: int) -> list[bool]:
    """Tell for each hash of a path whether it is a left neighbor."""
    if cards == 1:
        return []
    half = _split(cards)
    return [*_lefts(place, half), False] if place < half else [*_lefts(place - half, cards - half), True]
