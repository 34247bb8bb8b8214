"""What a text can say about side wagers, the electronic version and the player/dealer's bank."""

from typing import Annotated, Literal

from msgspec import Meta

from casinowar.game.book.citing import Cited, Numbers, Odds, Part, Says, Share, Some, Task
from casinowar.game.book.side_terms import (
    Backing,
    Backline,
    Closing,
    EnvySize,
    Exhaustion,
    FirstHolder,
    HandsPaid,
    HotSpot,
    Pairing,
    Rotation,
    ShortWar,
    SmallWager,
    SpinSettled,
    Start,
    Surrendered,
    Winners,
    WonChip,
)
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import Dollars

MeterName = Literal["progressive", "primary", "secondary"]


class ProgressivePay(Cited, frozen=True, kw_only=True):
    """What a progressive payout hand pays: odds, and for the best one a share of the meter."""

    hand: Combination
    pays: Odds
    meter: Share | None = None


class Envy(Cited, frozen=True, kw_only=True):
    """The bonus that others with the wager get for a hand: so much for a wager of so much."""

    hand: Combination
    amount: Dollars
    wager: Dollars
    size: EnvySize = EnvySize.IN_PROPORTION
    holder_needs_wager: bool = False
    own_other_boxes: bool = False


class Progressive(Part, frozen=True, kw_only=True):
    """The Progressive Payout Wager, offered if the operator's submission says so."""

    offer: Cited
    amounts: Says[tuple[Dollars, ...]]
    operator_sets_amounts: Cited | None = None
    closes: Cited
    collecting: tuple[Task, ...] = ()
    cards_stay: Cited
    settling: Cited
    suited_double_tie: Says[SuitedDoubleTie]
    hands_paid: Says[HandsPaid]
    won_chip: Says[WonChip]
    after_surrender: Says[Surrendered]
    winners: Says[Winners]
    pays: Annotated[tuple[ProgressivePay, ...], Meta(min_length=1)]
    on_a_win: tuple[Task, ...] = ()
    on_a_meter_win: tuple[Task, ...] = ()
    least_meter: Says[Dollars]
    rate: Cited
    envy: Envy | None = None


class Symbol(Cited, frozen=True, kw_only=True):
    """A symbol of the wheel, and what it pays: an amount, or all of a meter."""

    symbol: str
    pays: Dollars | None = None
    meter: Literal["primary", "secondary"] | None = None


class LeastMeter(Cited, frozen=True, kw_only=True):
    """The least amounts at which a meter starts and restarts."""

    initial: Dollars
    reset: Dollars


class BonusSpin(Part, frozen=True, kw_only=True):
    """The bonus wheel, offered if the operator's submission says so."""

    offer: Cited
    amounts: Says[tuple[Dollars, ...]]
    small_wager: Says[SmallWager] | None = None
    closes: Says[Closing]
    designated: Says[Some]
    """How many cards of a rank and color the operator may designate."""
    hot_spot: Annotated[tuple[Symbol, ...], Meta(min_length=1)]
    community: Annotated[tuple[Symbol, ...], Meta(min_length=1)]
    goes_to: Says[HotSpot]
    symbols: Says[Pairing]
    least_primary: LeastMeter
    least_secondary: LeastMeter
    rate: Cited
    winners: Says[Winners]
    settled: Says[SpinSettled]


class Electronic(Part, frozen=True, kw_only=True):
    """The version with community cards, offered if the operator's submission says so."""

    offer: Cited
    dealers_card: Cited
    community_cards: Numbers
    backing: Says[Backing]


class Held(Cited, frozen=True, kw_only=True):
    """For how many rounds in a row one player keeps the bank."""

    rounds: Some
    how: Rotation = Rotation.AT_MOST


class Bank(Part, frozen=True, kw_only=True):
    """The player/dealer, who banks the game in the house's place."""

    wager: Cited
    never_the_house: Cited
    exhausted: Says[Exhaustion]
    start: Says[Start]
    short_war: Says[ShortWar]
    held: Held
    first_holder: Says[FirstHolder]
    players: Numbers
    backline: Says[Backline] | None = None
