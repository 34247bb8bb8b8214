"""The progressive wager: what a text and a house can say about it, the Envy Bonus included."""

from typing import Annotated

from msgspec import Meta

from casinowar.game.book.citing import Choices, Cited, Odds, Part, Says, Share, Task
from casinowar.game.book.meters import MeterChoices, Winners
from casinowar.game.combinations import Combination, SuitedDoubleTie
from casinowar.game.money import Dollars
from casinowar.game.words import Word


class HandsPaid(Word):
    """Which of the progressive payout hands that a player holds are paid."""

    BEST = "the best hand only"
    EVERY = "every hand contained"


class WonChip(Word):
    """What becomes of a won progressive chip."""

    STAYS = "stays with the house"
    BACK = "is given back"


class Surrendered(Word):
    """What becomes of a progressive wager whose player surrendered."""

    STANDS = "is settled on the cards"
    LOST = "is lost"


class EnvySize(Word):
    """How an Envy Bonus depends on its receiver's wager."""

    IN_PROPORTION = "in proportion to the wager"
    THAT_WAGER_ONLY = "only for a wager of that size"


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

    @property
    def gives_chip_back(self) -> bool:
        """Tell whether a won progressive chip is given back with its pay."""
        return self.won_chip.value is WonChip.BACK


class ProgressiveChoices(Choices, frozen=True, kw_only=True):
    """The Progressive Payout Wager as it is offered."""

    meter: MeterChoices
    amounts: tuple[Dollars, ...] = ()
