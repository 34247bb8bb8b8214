"""Match play coupons and the payout limit: how a text lets them count."""

from casinowar.game.words import Word


class LimitCounts(Word):
    """What the payout limit per hand caps."""

    HAND = "initial, war and tie winnings of one betting area"
    WAGER = "each wager by itself"
    PLAYER = "all hands of one player"
    HAND_WITH_PROGRESSIVE = "all winnings of one betting area, progressive pays included"


class Coupons(Word):
    """How match play coupons count."""

    INITIAL_ONLY = "on the initial wager beside as much in chips; half and war by the chips alone"
    AS_CHIPS = "as chips throughout"
