"""Secret orders of cards, and the vault that reveals one card at a time.

The vault follows the table with the place of each card in its shuffle instead of its face. So it knows
which place comes out next, through cuts, burns and exchanged batches, and looks that one card up.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Struct, json
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import Drawing
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.chance import Shuffled
from casinowar.game.evolve import evolve
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Act
from casinowar.house.journal.commitments import MerkleTree, Proof

RandomBytes = Callable[[int], bytes]
"""Gives a number of bytes from the operating system's random source."""

NOT_OPENED: Final = "cannot be opened with this key"
_SALTS: Final = 32
_NONCE: Final = 12


class Order(Struct, frozen=True):
    """A shuffled order and the secret behind its salts."""

    cards: tuple[Card, ...]
    secret: bytes


class SealedOrder(Struct, frozen=True):
    """An order as it is stored: encrypted, with its public commitment."""

    shuffle: str
    commitment: str
    sealed: bytes


class WrongKeyError(InputError):
    """An order cannot be decrypted with this key."""


def random_below(limit: int, random_bytes: RandomBytes) -> int:
    """Draw a number below a limit without bias, by rejection.

    >>> random_below(6, lambda size: bytes([7] * size))
    5
    """
    size = (max(limit - 1, 1).bit_length() + 7) // 8 + 1
    span = 256**size
    while (drawn := int.from_bytes(random_bytes(size), "big")) >= span - span % limit:
        pass
    return drawn % limit


def shuffle_cards(cards: Sequence[Card], random_bytes: RandomBytes) -> tuple[Card, ...]:
    """Shuffle without bias (Fisher–Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = random_below(last + 1, random_bytes)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seal_order(
    key: bytes, table: str, shuffle: str, order: Order, commitment: str, random_bytes: RandomBytes
) -> SealedOrder:
    """Encrypt an order, bound to its table and shuffle."""
    nonce = random_bytes(_NONCE)
    text = ChaCha20Poly1305(key).encrypt(nonce, json.encode(order), _bound_to(table, shuffle))
    return SealedOrder(shuffle, commitment, nonce + text)


def open_order(key: bytes, table: str, order: SealedOrder) -> Order:
    """Decrypt an order, or raise if the key is wrong or the order was tampered with."""
    nonce, text = order.sealed[:_NONCE], order.sealed[_NONCE:]
    try:
        plain = ChaCha20Poly1305(key).decrypt(nonce, text, _bound_to(table, order.shuffle))
    except (InvalidTag, ValueError):
        raise WrongKeyError(f"The order of shuffle {order.shuffle} at table {table} {NOT_OPENED}.") from None
    return json.decode(plain, type=Order)


def _bound_to(table: str, shuffle: str) -> bytes:
    return f"casinowar order {table} {shuffle}".encode()


class ShoeVault:
    """A source of cards that knows the orders of a table's shoes and reveals one card at a time.

    `places` is the table with ``shuffle:place`` instead of faces. It is public; the orders are secret.
    """

    def __init__(
        self, random_bytes: RandomBytes, places: Table = CLOSED, trees: Mapping[str, MerkleTree] | None = None
    ) -> None:
        self.places = places
        self.trees = dict(trees or {})
        self.new: dict[str, Order] = {}
        """Orders that are not stored yet."""
        self.proofs: list[Proof] = []
        """Proofs of cards that came out since they were last taken."""
        self._random_bytes = random_bytes

    def copy(self) -> "ShoeVault":
        return ShoeVault(self._random_bytes, self.places, self.trees)

    # as a source of cards

    def follow(self, events: Sequence[e.Event]) -> None:
        """Follow events, and prove each card that is shown."""
        for event in events:
            if (place := self.shown(event)) and (shown := self.proof(place)):
                self.proofs.append(shown)
            self.move([event])

    def move(self, events: Sequence[e.Event]) -> None:
        for event in events:
            known = event
            if isinstance(event, e.OrderEvent) and event.shuffle:
                names = tuple(f"{event.shuffle}:{place}" for place in range(event.unseen))
                known = replace(event, cards=names, unseen=0)
            self.places = evolve(self.places, known)

    def shuffled(self, _table: Table, act: Act, cards: tuple[Card, ...]) -> Shuffled:
        stacks = {Act.SHUFFLE: self.places.stack, Act.SHUFFLE_STORED: self.places.stored}
        faces = [self.face(card) for card in stacks.get(act, cards)]
        if UNSEEN in faces:  # a person shuffled them
            return Shuffled()
        name = self._random_bytes(8).hex()
        order = Order(shuffle_cards(faces, self._random_bytes), self._random_bytes(_SALTS))
        self.new[name] = order
        self.trees[name] = tree = MerkleTree(order.cards, order.secret)
        return Shuffled(shuffle=name, commitment=tree.commitment)

    def card(self, _table: Table) -> Card:
        face = self.face(self.next_place)
        return "" if face == UNSEEN else face

    @property
    def drawn(self) -> Card:
        """The next card from the shoe, ignoring cards on the side."""
        shoe = self.places.shoe
        return self.face(shoe.stack[shoe.drawn])

    @property
    def drawing(self) -> Drawing:
        return lambda stops: random_below(stops, self._random_bytes)

    # what it knows

    @property
    def next_place(self) -> str:
        aside, shoe = self.places.aside, self.places.shoe
        return aside[0] if aside else shoe.stack[shoe.drawn]

    def face(self, place: str) -> Card:
        """Look a card up by its place; a card that lay open is its own place."""
        shuffle, colon, number = place.partition(":")
        return self.trees[shuffle].order[int(number)] if colon else place

    def shown(self, event: e.Event) -> str:
        """Give the place of the card that an event shows, or an empty string."""
        shoe = self.places.shoe
        match event:
            case e.CardDealt(card=card) | e.CardBurned(card=card) if card:
                return self.next_place
            case e.CardFoundFaceUp() | e.CardDrawnInError(exposed=True):
                return shoe.stack[shoe.drawn]
            case _:
                return ""

    def proof(self, place: str) -> Proof | None:
        shuffle, colon, number = place.partition(":")
        return self.trees[shuffle].proof(int(number)) if colon else None

    def forget(self) -> None:
        """Drop the orders whose cards have all left the table."""
        used = self.in_use()
        self.trees = {name: tree for name, tree in self.trees.items() if name in used}

    def in_use(self) -> set[str]:
        table = self.places
        places = (*table.stack, *table.shoe.stack, *table.rack, *table.aside, *table.stored)
        return {place.partition(":")[0] for place in places if ":" in place}
