"""The bonus wheel: what a text and a house can say about it."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from casinowar.game.book.cited_values import Choices, Cited, Part, Says, Some, Task
from casinowar.game.book.meters import LeastMeter, MeterChoices, Validation, VoidMeter, Winners, WonChip
from casinowar.game.cards import RANK_CODES, Card
from casinowar.game.money import Dollars
from casinowar.game.words import Instrument, Word

_COLORS: Final = {"red": "DH", "black": "CS"}


class Closing(Word):
    """Until when a Bonus Spin wager is taken."""

    NO_MORE_BETS = "no more bets"
    FIRST_CARD = "the first card"


class HotSpot(Word):
    """Who gets Hot Spot Pay."""

    ONE_POSITION = "one wagering position drawn at random"
    EVERY_POSITION = "every wagering position"
    EACH_SPIN = "each wagering position by a spin of its own"


class Pairing(Word):
    """How the hot spot symbol and the community symbol of a spin go together."""

    INDEPENDENT = "drawn independently"
    PAIRED = "paired in order"


class SmallWager(Word):
    """What a Bonus Spin wager below the table's size pays."""

    SHARE = "its share of every amount"
    NO_PROGRESSIVE = "its share of every amount, but no progressive"
    OWN_TABLE = "a table of the operator's own"


class SpinSettled(Word):
    """When Bonus Spin wagers are settled."""

    END_OF_ROUND = "at the end of the round"
    DEALERS_CARD = "as soon as the dealer's card is seen"


class Symbol(Cited, frozen=True, kw_only=True):
    """A symbol of the wheel, and what it pays: an amount, or all of a meter."""

    symbol: str
    pays: Dollars | None = None
    meter: Literal["primary", "secondary"] | None = None


class BonusSpin(Part, frozen=True, kw_only=True):
    """The bonus wheel, offered if the operator's submission says so."""

    offer: Cited
    amounts: Says[tuple[Dollars, ...]]
    small_wager: Says[SmallWager] | None = None
    instruments: Says[tuple[Instrument, ...]] | None = None
    """What the device takes, where that is less than what the table takes."""
    closes: Says[Closing]
    collecting: tuple[Task, ...] = ()
    """What is recorded while the chips are taken in; without it they are taken in at no more bets."""
    won_chip: Says[WonChip] | None = None
    designated: Says[Some]
    """How many cards of a rank and color the operator may designate."""
    hot_spot: Annotated[tuple[Symbol, ...], Meta(min_length=1)]
    community: Annotated[tuple[Symbol, ...], Meta(min_length=1)]
    goes_to: Says[HotSpot]
    symbols: Says[Pairing]
    least_primary: LeastMeter
    least_secondary: LeastMeter
    rate: Cited
    linked: Cited | None = None
    """That a meter linked with other tables pays what it shows at the moment of pay."""
    winners: Says[Winners]
    void_meter: Says[VoidMeter] | None = None
    settled: Says[SpinSettled]
    on_a_jackpot: tuple[Task, ...] = ()
    """What is recorded before a meter is paid."""
    validation: Validation | None = None

    def least(self, meter: str) -> Cited:
        """Find what a meter starts and restarts with."""
        return self.least_primary if meter == "primary" else self.least_secondary

    @property
    def gives_chip_back(self) -> bool:
        """Tell whether a won bonus spin chip is given back with its pay."""
        return self.won_chip is not None and self.won_chip.value is WonChip.BACK


class Designated(Choices, frozen=True, kw_only=True):
    """A card that starts the wheel."""

    rank: str
    color: Literal["red", "black"]

    @property
    def cards(self) -> tuple[Card, ...]:
        """List the cards of this rank and color."""
        return tuple(RANK_CODES[self.rank] + suit for suit in _COLORS[self.color])


class Segment(Choices, frozen=True, kw_only=True):
    """A segment of the wheel: its symbol and its weight among the stops."""

    symbol: str
    weight: Some


class Wheel(Choices, frozen=True, kw_only=True):
    """A wheel of so many stops."""

    stops: Annotated[int, Meta(ge=1, le=1_000_000)]
    segments: Annotated[tuple[Segment, ...], Meta(min_length=1)]


class OwnPay(Choices, frozen=True, kw_only=True):
    """What a symbol pays on a small wager, by the operator's own table."""

    symbol: str
    hot_spot: Dollars | None = None
    community: Dollars | None = None


class BonusSpinChoices(Choices, frozen=True, kw_only=True):
    """The bonus wheel as it is offered."""

    cards: Annotated[tuple[Designated, ...], Meta(min_length=1)]
    hot_spot: Wheel
    community: Wheel | None = None
    positions: tuple[Some, ...] = ()
    """The weight with which each betting position gets the hot spot; equal unless said."""
    primary: MeterChoices
    secondary: MeterChoices
    amounts: tuple[Dollars, ...] = ()
    small_wager_pays: tuple[OwnPay, ...] = ()
