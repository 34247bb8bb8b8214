"""The closed lists of words that only rulebooks use: each is a way in which texts differ."""

from casinowar.game.words import Word


class Lifetime(Word):
    """How long cards may stay at the table."""

    DAY = "24 hours"
    GAMING_DAY = "each gaming day"


class When(Word):
    """When the cards are shuffled."""

    COVER_CARD = "after the round in which the cover card comes out"
    EACH_ROUND = "after each round"


class Cutter(Word):
    """Who cuts a shuffled stack."""

    PLAYERS = "players"
    DEALER = "dealer"
    NOBODY = "nobody"


class LonelyCover(Word):
    """Who cuts next when the cover card came out where no hand's card would have gone."""

    FARTHEST_RIGHT = "the player farthest to the dealer's right"
    NEXT_RECIPIENT = "the player who would have received the next card"


class BothBurns(Word):
    """What a new dealer with a new shoe burns."""

    ONE = "one for both"
    EACH = "one for each"


class Leaving(Word):
    """What becomes of the wagers of a player who leaves in mid-round."""

    FLOORPERSON = "a floorperson decides; else on the cards, an unchosen tie loses"
    LOST = "lost"
    SURRENDERED = "on the cards, an unchosen tie is surrendered"


class Fixed(Word):
    """From when on a wager may no longer be changed."""

    PLACED = "when it is placed"
    NO_MORE_BETS = "no more bets"


class Made(Word):
    """With what a further wager on the original deal may be made."""

    WITH_INITIAL = "with an initial wager"
    WITH_OR_WITHOUT = "with or without an initial wager"
    INSTEAD = "instead of an initial wager"


class Runs(Word):
    """How long a tie wager that is paid by the number of ties goes on rising."""

    WITH_INITIAL = "as long as its hand is at war"
    TO_ITS_END = "to its end, cards being dealt for it alone"


class Counting(Word):
    """What the posted limits are held against."""

    EACH = "each wager by itself"
    TOGETHER = "initial and war wager together"
    FIXED = "one fixed initial wager"


class ChoiceWhen(Word):
    """When a tie hand chooses."""

    AFTER_ALL = "after all hands are compared"
    AT_THE_SEAT = "when the dealer reaches the seat"


class Pickup(Word):
    """When cards of finished hands are taken up."""

    AFTER_SETTLING = "after settling"
    AT_EACH_SEAT = "at each seat"


class Tied(Word):
    """What a tie on the original deal brings."""

    CHOICE = "the choice to surrender or go to war"
    COLLECTED = "the initial wager is collected"
    RETURNED = "the initial wager is returned"


class OddHalf(Word):
    """What happens when the surrendered share is not a whole number of cents or chips."""

    EXACT = "exact, to the cent"
    PAYABLE = "only wagers whose share can be paid in chips"
    TO_PLAYER = "the odd chip goes to the player"
    TO_HOUSE = "the odd chip goes to the house"


class Moment(Word):
    """When the war burn is made."""

    ONCE = "before the war deal"
    EACH_SIDE = "before the players and before the dealer"
    EACH_CARD = "before each card"


class Given(Word):
    """What becomes of the initial wager when its player goes to war."""

    STAYS = "stays"
    COLLECTED = "collected"


class Fought(Word):
    """How several wars of one round are fought."""

    TOGETHER = "together, against one dealer's card"
    SEPARATELY = "one after another, each against a dealer's card of its own"
    AT_ONCE = "each as soon as it is chosen, against a dealer's card of its own"


class Fate(Word):
    """What happens to chips on the layout at the end of a war."""

    RETURNED = "returned"
    COLLECTED = "collected"


class MatchFate(Word):
    """What happens to the dealer's match at the end of a war."""

    PAID = "paid to the player"
    COLLECTED = "collected"


class Base(Word):
    """Which wager odds are counted on."""

    INITIAL = "initial wager"
    WAR = "war wager"
    BOTH = "initial and war wager"


class Remedy(Word):
    """What an irregularity leads to."""

    DISCARD = "the card is discarded and not used"
    USE_AS_NEXT = "the card is used as the next card"
    VOID_WAGER = "the wager is void and returned"
    VOID_ROUND = "the round is void and the cards are reshuffled"
    RESHUFFLE_DEVICE = "the cards in the device are reshuffled"


class Span(Word):
    """Within what repeated irregularities are counted."""

    ROUND = "one round"
    SHOE = "one shoe"
