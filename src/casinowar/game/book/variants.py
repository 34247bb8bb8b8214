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
    NO_ONE = "no one"


class LonelyCover(Word):
    """Who cuts next when the cover card came out where no hand's card would have gone."""

    FARTHEST_RIGHT = "the player farthest to the dealer's right"
    NEXT_RECIPIENT = "the player who would have received the next card"


class FirstCut(Word):
    """Who is offered the cut first in a case that a text does not list."""

    FIRST_PLAYER = "the player who arrived first"
    FARTHEST_RIGHT = "the player farthest to the dealer's right"


class AbsentCutter(Word):
    """Who is offered the cut when the player on whose betting area the cover card appeared has left."""

    NEXT_IN_LINE = "the next player from that seat"
    FARTHEST_RIGHT = "the player farthest to the dealer's right"


class IdleInspection(Word):
    """Whether cards that lay face down at an idle table are turned up for the first player."""

    SHOWN = "the first player is shown the cards"
    ON_REQUEST = "the first player is shown the cards on request"


class SecondBatch(Word):
    """Which of two batches the first player at an idle table is shown."""

    BOTH = "both batches"
    IN_PLAY = "the batch that goes into play"
    ON_REQUEST = "the batch from the shoe, the other on request or when it was not secured"


class ShownTo(Word):
    """To whom new decks are shown at an occupied table."""

    LONGEST = "the player seated longest"
    ANYONE = "anyone who asks"


class BothBurns(Word):
    """What a new dealer with a new shoe burns."""

    ONE = "one for both"
    EACH = "one for each"


class ArrivedInRound(Word):
    """When a dealer who arrives during a round burns."""

    FIRST_CARD = "before the first card that dealer deals"
    NEXT_ROUND = "before the next round"


class BurnMoment(Word):
    """When cards are burned that a new shoe or a new dealer asks for."""

    BEFORE_WAGERS = "before wagers are called for"
    AFTER_CALL = "after no more bets"


class AsMany(Word):
    """A number of cards to burn that is not a number."""

    DECKS = "as many as decks"


class Leaving(Word):
    """What becomes of the wagers of a player who leaves in mid-round."""

    FLOORPERSON = "a floorperson decides; else on the cards, an unchosen tie stops play for the floorperson"
    LOST = "lost"
    SURRENDERED = "on the cards, an unchosen tie is surrendered"


class RoundBegins(Word):
    """From when on a player who leaves leaves in mid-round."""

    CALL = "no more bets"
    FIRST_CARD = "the first card"


class Fixed(Word):
    """From when on a wager may no longer be changed."""

    PLACED = "when it is placed"
    NO_MORE_BETS = "no more bets"


class TieOffer(Word):
    """When a player is asked for a tie wager on the war deal, and until when it is taken."""

    UNTIL_CONFIRMED = "with the war wager, until the dealer confirms it"
    UNTIL_FIRST_BURN = "with the war wager, until the first card is burned"
    ONCE_CONFIRMED = "the dealer offers it once the war wager is confirmed"


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
    WAR = "war, without a choice"


class SuitsDecide(Word):
    """On which deals an order of suits decides between cards of equal rank."""

    BOTH = "both deals"
    ORIGINAL = "the original deal"
    WAR = "the war deal"


class TieWins(Word):
    """What wins a tie wager on a deal where suits decide."""

    EQUAL_RANK = "equal rank"
    SAME_CARD = "the same card"


class TooFewChips(Word):
    """What becomes of a hand that has to go to war and whose player has too few chips for the war wager."""

    INITIAL_ALONE = "the war is fought for the initial wager alone"
    LOST = "the initial wager is collected"


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
    VOID_ROUND_OF_DEVICE = "the round is void if its cards come from the device, and the cards are reshuffled"
    RESHUFFLE_DEVICE = "the cards in the device are reshuffled"
    STANDS_OVER = "the wager is void and stands for the next round"
    MOVE = "the card is moved to the place where it belongs"
    SURRENDER = "the hand is treated as surrendered"
    RESHUFFLE_DISCARDS = "the discards are reshuffled and the round goes on"


class FaceUpBurn(Word):
    """Whether a card found face up where a card is to be burned is that burned card."""

    EXTRA = "a card is burned besides"
    COUNTS = "it counts as the burned card"


class Span(Word):
    """Within what repeated irregularities are counted."""

    ROUND = "one round"
    SHOE = "one shoe"
