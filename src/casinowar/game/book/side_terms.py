"""The closed lists of words for side wagers, the electronic version and the player/dealer's bank."""

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


class Winners(Word):
    """How a meter is paid to several winners of one round."""

    IN_TURN = "each is paid the meter as it stands in turn"
    DIVIDED = "the meter is divided equally"


class EnvySize(Word):
    """How an Envy Bonus depends on its receiver's wager."""

    IN_PROPORTION = "in proportion to the wager"
    THAT_WAGER_ONLY = "only for a wager of that size"


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


class Backing(Word):
    """How wagers attach to community cards."""

    ANY = "any card by itself"
    ONE = "exactly one card"
    ALL = "all cards at once"


class Exhaustion(Word):
    """How the player/dealer's wager covers the others'."""

    PAYOFFS = "payoffs use it up"
    RUNNING = "payoffs use it up and wagers taken refill it"
    BOTH_WAYS = "every wager, won or lost, uses it up"
    COLLECT_FIRST = "payoffs use it up, but all lost wagers are taken"


class ShortWar(Word):
    """What happens when the bank cannot match a war wager."""

    PARTLY = "the war is fought for what can be matched"
    WHOLE_ONLY = "the initial wager goes back"
    MAY_ADD = "the player/dealer may add to the bank"


class Start(Word):
    """Where settling starts at a banked table."""

    DEALERS_LEFT = "the dealer's left"
    AFTER_THE_BANK = "the place after the player/dealer's"


class Rotation(Word):
    """How long a player/dealer keeps the bank."""

    AT_MOST = "at most"
    EXACTLY = "exactly"


class FirstHolder(Word):
    """Who is offered the bank first."""

    FROM_THE_LEFT = "the first seat from the dealer's left that accepts"
    SET = "the seat that the house sets"


class Backline(Word):
    """How a backline bettor chooses on a tie hand."""

    OWN_CHOICE = "for himself"
    BOUND = "as the seated player, surrendering without the war wager"


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
