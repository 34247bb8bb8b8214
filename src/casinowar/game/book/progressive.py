"""The progressive wager: what a text and a house can say about it, the Envy Bonus included."""

from typing import Annotated

from msgspec import Meta

from casinowar.game.book.cited_values import Choices, Cited, Odds, Part, Says, Share, Task
from casinowar.game.book.meters import (
    MeterChoices,
    MeterShare,
    Validation,
    VoidMeter,
    Winners,
    WonChip,
)
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import Dollars
from casinowar.game.words import Instrument, Word


class HandsPaid(Word):
    """Which of the progressive payout hands that a player holds are paid."""

    BEST = "the best hand only"
    EVERY = "every hand contained"


class Surrendered(Word):
    """What becomes of a progressive wager whose player surrendered."""

    STANDS = "is settled on the cards"
    LOST = "is lost"


class EnvySize(Word):
    """How an Envy Bonus depends on its receiver's wager."""

    IN_PROPORTION = "in proportion to the wager"
    THAT_WAGER_ONLY = "only for a wager of that size"


class EnvyFor(Word):
    """For what one Envy Bonus is paid, where a player holds the hand at several boxes."""

    EACH_PLAYER = "each player who holds the hand"
    EACH_HAND = "each hand"


class EnvyTo(Word):
    """To what one Envy Bonus is paid, where a receiver has wagers at several boxes."""

    EACH_WAGER = "each wager of the receiver"
    EACH_RECEIVER = "each receiver"


class SettledWhen(Word):
    """When a progressive wager is settled."""

    LAST = "in a pass after all other wagers"
    AT_EACH_SEAT = "at each seat after its other wagers, and the Envy Bonus in a pass at the end"


class ProgressiveSettling(Cited, frozen=True, kw_only=True):
    """When progressive wagers are settled."""

    when: SettledWhen = SettledWhen.LAST


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
    paid_for: EnvyFor = EnvyFor.EACH_PLAYER
    paid_to: EnvyTo = EnvyTo.EACH_WAGER


class Progressive(Part, frozen=True, kw_only=True):
    """The Progressive Payout Wager, offered if the operator's submission says so."""

    offer: Cited
    amounts: Says[tuple[Dollars, ...]]
    operator_sets_amounts: Cited | None = None
    instruments: Says[tuple[Instrument, ...]] | None = None
    """What the device takes, where that is less than what the table takes."""
    closes: Cited
    collecting: tuple[Task, ...] = ()
    """What is recorded while the chips are taken in; without it they are taken in at no more bets."""
    cards_stay: Cited
    settling: ProgressiveSettling
    suited_double_tie: Says[SuitedDoubleTie]
    hands_paid: Says[HandsPaid]
    won_chip: Says[WonChip]
    after_surrender: Says[Surrendered]
    winners: Says[Winners]
    meter_share: Says[MeterShare] | None = None
    void_meter: Says[VoidMeter] | None = None
    pays: Annotated[tuple[ProgressivePay, ...], Meta(min_length=1)]
    on_a_win: tuple[Task, ...] = ()
    """What is recorded before a won payout, or an Envy Bonus, is paid."""
    validation: Validation | None = None
    least_meter: Says[Dollars]
    rate: Cited
    linked: Cited | None = None
    """That a meter linked with other tables pays what it shows at the moment of pay."""
    envy: Envy | None = None

    def least(self, _meter: str) -> Cited:
        """Find what the meter starts and restarts with."""
        return self.least_meter

    @property
    def gives_chip_back(self) -> bool:
        """Tell whether a won progressive chip is given back with its pay."""
        return self.won_chip.value is WonChip.BACK


class ProgressiveChoices(Choices, frozen=True, kw_only=True):
    """The Progressive Payout Wager as it is offered."""

    meter: MeterChoices
    amounts: tuple[Dollars, ...] = ()
