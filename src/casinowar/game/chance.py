"""Chance: where the order of the cards, the next card of an unknown shoe and the wheel's stop come from."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from msgspec import Struct

from casinowar.game.acts.bonus_spin import Drawing
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.events import Event
from casinowar.game.table import Table
from casinowar.game.words import Act


class Shuffled(Struct, frozen=True):
    """What is told of a shuffle: its order, or none where the shoe is dealt from unseen."""

    cards: tuple[Card, ...] = ()
    shuffle: str = ""
    """Id under which its keeper stores the order."""
    commitment: str = ""
    """What its keeper publishes of the order, so that it cannot be another one afterwards."""


@runtime_checkable
class Source(Protocol):
    """Source of chance: shuffles, reads the card that comes out of the shoe, and spins the wheel."""

    def follow(self, events: tuple[Event, ...]) -> None:
        """See what happened at the table, in order and before anything else is asked."""

    def shuffled(self, table: Table, act: Act, cards: tuple[Card, ...]) -> Shuffled:
        """Shuffle cards for an act of the procedure."""

    def card(self, table: Table) -> Card:
        """See the card that comes next, whose order the table does not know; '' is for a person to say."""

    @property
    def drawing(self) -> Drawing | None:
        """How the wheel's stop is drawn, or None where a person spins it."""


class OpenSource(Struct, frozen=True):
    """A source that tells the table every order; without a `drawing`, a person spins the wheel."""

    shuffling: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    drawing: Drawing | None = None

    def follow(self, _events: tuple[Event, ...]) -> None:
        """Keep nothing: the table itself knows where the cards are."""

    def shuffled(self, _table: Table, _act: Act, cards: tuple[Card, ...]) -> Shuffled:
        """Give the cards in a random order; unknown if some of them are unseen."""
        return Shuffled() if UNSEEN in cards else Shuffled(self.shuffling(cards))

    def card(self, _table: Table) -> Card:
        """Leave an unknown card to the person who draws it."""
        return ""


IN_ORDER = OpenSource(lambda cards: cards)
"""Leaves every card where it lies, for callers that order the cards themselves."""
