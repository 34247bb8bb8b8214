"""Shoes: orders of cards that nobody sees, and the vault who alone says which card comes out.

The vault follows the table with the place of each card in its shuffle instead of its face. So it knows which
place comes out next, through cuts, burns and exchanged batches, and looks that one card up.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Struct, json
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.acts.wheel import Drawing
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.chance import Shuffled
from casinowar.game.evolve import evolve
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Act
from casinowar.house.journal.commitments import MerkleTree, Proof

RandomBytes = Callable[[int], bytes]
"""Where chance comes in: so many bytes of the operating system's random source."""

NOT_OPENED: Final = "cannot be opened with this key"
"""What is said of an order that another key sealed, or that was tampered with."""
_SALTS: Final = 32
_NONCE: Final = 12


class Order(Struct, frozen=True):
    """One shuffled order, with the secret that its salts are made of."""

    cards: tuple[Card, ...]
    secret: bytes


class SealedOrder(Struct, frozen=True):
    """An order as it is stored: encrypted, with what is public of it."""

    shuffle: str
    commitment: str
    sealed: bytes


class WrongKeyError(InputError):
    """Say that an order cannot be opened with this key."""


def random_below(limit: int, random_bytes: RandomBytes) -> int:
    """Draw a number below a limit, each as likely as any other: what would make some likelier is rejected.

    >>> below(6, lambda size: bytes([7] * size))
    5
    """
    size = (max(limit - 1, 1).bit_length() + 7) // 8 + 1
    span = 256**size
    while (drawn := int.from_bytes(random_bytes(size), "big")) >= span - span % limit:
        pass
    return drawn % limit


def shuffle_cards(cards: Sequence[Card], random_bytes: RandomBytes) -> tuple[Card, ...]:
    """Put cards into an order of which each is as likely as any other (Fisher and Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = random_below(last + 1, random_bytes)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seal_order(
    key: bytes, table: str, shuffle: str, order: Order, commitment: str, random_bytes: RandomBytes
) -> SealedOrder:
    """Encrypt an order for the one shuffle at the one table that it belongs to."""
    nonce = random_bytes(_NONCE)
    text = ChaCha20Poly1305(key).encrypt(nonce, json.encode(order), _bound_to(table, shuffle))
    return SealedOrder(shuffle, commitment, nonce + text)


def open_order(key: bytes, table: str, order: SealedOrder) -> Order:
    """Decrypt an order, or say that the key is another's or the order was tampered with."""
    nonce, text = order.sealed[:_NONCE], order.sealed[_NONCE:]
    try:
        plain = ChaCha20Poly1305(key).decrypt(nonce, text, _bound_to(table, order.shuffle))
    except (InvalidTag, ValueError):
        raise WrongKeyError(f"The order of shuffle {order.shuffle} at table {table} {NOT_OPENED}.") from None
    return json.decode(plain, type=Order)


def _bound_to(table: str, shuffle: str) -> bytes:
    return f"casinowar order {table} {shuffle}".encode()


class ShoeVault:
    """The vault of a table's shoes: a source of cards that tells one card at a time.

    `places` is the table with ``shuffle:place`` instead of faces, which is no secret; the orders are.
    """

    def __init__(
        self, random_bytes: RandomBytes, places: Table = CLOSED, trees: Mapping[str, MerkleTree] | None = None
    ) -> None:
        """Take over where somebody left off, or begin with a closed table."""
        self.places = places
        self.trees = dict(trees or {})
        self.new: dict[str, Order] = {}
        """The orders that it made and that nobody has stored yet."""
        self.proofs: list[Proof] = []
        """The proofs of cards that came out since somebody took them."""
        self._random_bytes = random_bytes

    def copy(self) -> "ShoeVault":
        """Give a vault who knows the same, to try something with."""
        return ShoeVault(self._random_bytes, self.places, self.trees)

    # as a source of cards

    def follow(self, events: Sequence[e.Event]) -> None:
        """Move the places as the cards move, and prove each card that is shown."""
        for event in events:
            if (place := self.shown(event)) and (shown := self.proof(place)):
                self.proofs.append(shown)
            self.move([event])

    def move(self, events: Sequence[e.Event]) -> None:
        """Move the places as the cards move."""
        for event in events:
            known = event
            if isinstance(event, e.OrderEvent) and event.shuffle:
                names = tuple(f"{event.shuffle}:{place}" for place in range(event.unseen))
                known = replace(event, cards=names, unseen=0)
            self.places = evolve(self.places, known)

    def shuffled(self, _table: Table, act: Act, cards: tuple[Card, ...]) -> Shuffled:
        """Shuffle, and bind oneself to the order without telling it."""
        stacks = {Act.SHUFFLE: self.places.stack, Act.SHUFFLE_STORED: self.places.stored}
        faces = [self.face(card) for card in stacks.get(act, cards)]
        if UNSEEN in faces:  # cards that a person shuffled, and nobody knows
            return Shuffled()
        name = self._random_bytes(8).hex()
        order = Order(shuffle_cards(faces, self._random_bytes), self._random_bytes(_SALTS))
        self.new[name] = order
        self.trees[name] = tree = MerkleTree(order.cards, order.secret)
        return Shuffled(shuffle=name, commitment=tree.commitment)

    def card(self, _table: Table) -> Card:
        """See the card that comes next."""
        face = self.face(self.next_place)
        return "" if face == UNSEEN else face

    @property
    def drawn(self) -> Card:
        """See the card that comes out of the shoe next, whatever lies on the side."""
        shoe = self.places.shoe
        return self.face(shoe.stack[shoe.drawn])

    @property
    def drawing(self) -> Drawing:
        """Draw where the wheel stops."""
        return lambda stops: random_below(stops, self._random_bytes)

    # what it knows

    @property
    def next_place(self) -> str:
        """The place of the card that comes next."""
        aside, shoe = self.places.aside, self.places.shoe
        return aside[0] if aside else shoe.stack[shoe.drawn]

    def face(self, place: str) -> Card:
        """Look a card up by its place; one that lay open says itself."""
        shuffle, colon, number = place.partition(":")
        return self.trees[shuffle].order[int(number)] if colon else place

    def shown(self, event: e.Event) -> str:
        """Find the place of a card that an event shows."""
        shoe = self.places.shoe
        match event:
            case e.CardDealt(card=card) | e.CardBurned(card=card) if card:
                return self.next_place
            case e.CardFoundFaceUp() | e.CardDrawnInError(exposed=True):
                return shoe.stack[shoe.drawn]
            case _:
                return ""

    def proof(self, place: str) -> Proof | None:
        """Prove which card stood at a place of a shuffle."""
        shuffle, colon, number = place.partition(":")
        return self.trees[shuffle].proof(int(number)) if colon else None

    def forget(self) -> None:
        """Forget the orders that no card of the table comes from any more."""
        used = self.in_use()
        self.trees = {name: tree for name, tree in self.trees.items() if name in used}

    def in_use(self) -> set[str]:
        """Name the shuffles that cards of the table still come from."""
        table = self.places
        places = (*table.stack, *table.shoe.stack, *table.rack, *table.aside, *table.stored)
        return {place.partition(":")[0] for place in places if ":" in place}
