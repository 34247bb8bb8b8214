"""The closed lists of words that rulebooks, commands and events share."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

DEALER: Final = 0
"""The dealer's place, where seats are numbered 1 (farthest to the dealer's left) and up, clockwise."""

BURN: Final = -1
"""The place, in a plan of who gets the next cards, of a card that is burned."""


PLACES: Final = 100
"""Hands are numbered by the spot where their card lies, plus so many for each further wager on that spot."""


def spot(hand: int) -> int:
    """Give the spot where a hand's card lies: a seat, or a community card.

    Hand 3 is that of seat 3, hand 103 that of the first backline bettor behind it; at an electronic table
    hand 203 is what terminal 2 wagers on community card 3.
    """
    return hand % PLACES


def position(hand: int) -> int:
    """Give the seat or terminal that a hand belongs to, where nobody stands behind a seat.

    >>> position(3), position(203)
    (3, 2)
    """
    return hand // PLACES or hand


class Word(StrEnum):
    """A word of a closed list; hashed as the string that it is, which is much faster than enum's own way.

    On Python 3.11 reading a member goes through a property, so what every round asks for is read once, into a
    constant of the module that asks, as in ``_COUNTERCLOCKWISE``.
    """

    __hash__ = str.__hash__


class Role(Word):
    """Who gives a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    MANAGER = "manager"
    """Somebody above a floorperson, who may do whatever a floorperson may."""
    AUTOMATIC = "automatic dealer"


class Wager(Word):
    """A wager, or in the case of the match the chips that the dealer puts beside a war wager."""

    INITIAL = "initial"
    TIE = "tie"
    WAR = "war"
    WAR_TIE = "war_tie"
    MATCH = "match"
    DEALER_WINS = "dealer_wins"
    PROGRESSIVE = "progressive"
    ENVY = "envy"
    BONUS_SPIN = "bonus_spin"

    @property
    def words(self) -> str:
        """Name the kind in words."""
        return self.value.replace("_", " ")


class Direction(Word):
    """Clockwise runs from the dealer's left to the dealer's right, so by ascending seat."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"

    def order(self, hands: Iterable[int]) -> tuple[int, ...]:
        """Put hands into this direction's order: spot by spot, and at one spot the lowest number first."""
        backward = self is _COUNTERCLOCKWISE
        numbers = sorted(hands, reverse=backward)
        if not numbers or (numbers[0] < PLACES and numbers[-1] < PLACES):
            return tuple(numbers)
        sign = -1 if backward else 1
        return tuple(sorted(numbers, key=lambda hand: (sign * spot(hand), hand)))


_COUNTERCLOCKWISE: Final = Direction.COUNTERCLOCKWISE


class Comparison(Word):
    """How a player's card stands against the dealer's."""

    HIGHER = "higher"
    LOWER = "lower"
    TIE = "tie"


class Choice(Word):
    """What a player does with a tie hand."""

    SURRENDER = "surrender"
    WAR = "war"


class Shuffler(Word):
    """How the cards of a table are shuffled."""

    BY_HAND = "by hand"
    BATCH = "batch shuffler"
    CONTINUOUS = "continuous shuffler"


class Instrument(Word):
    """What a wager is made with."""

    CHIP = "chip"
    PLAQUE = "plaque"
    COUPON = "match play coupon"
    APPROVED = "other approved instrument"
    CASH = "spoken, with cash"


class Act(Word):
    """Something that has to be done at the table; the words are what a person is asked to do."""

    # recorded acts of opening, idling and changing
    CONFIRM_LAYOUT = "confirm that the layout is approved"
    CONFIRM_AGREEMENT = "confirm that the owner's agreement to the game was submitted"
    CONFIRM_DESIGNATION = "confirm that the table is designated for the game"
    CONFIRM_DEVICE = "confirm that the shuffling device is approved"
    CONFIRM_SIGN = "confirm that a sign shows the odds"
    CONFIRM_TIP_BOX = "confirm that the other place of the tip box is approved"
    RECEIVE_DECKS = "receive the decks"
    CONFIRM_PRESHUFFLED = "confirm that the decks came inspected and shuffled"
    SORT_CARDS = "sort the cards"
    INSPECT_CARDS = "inspect the cards for defects"
    VERIFY_INSPECTION = "verify the dealer's inspection"
    SPREAD_FACE_UP = "spread the cards face up by deck, suit and sequence"
    SPREAD_FACE_DOWN = "spread the cards face down"
    TURN_FACE_UP = "turn the cards face up"
    SHOW_FIRST_PLAYER = "let the first player look at the cards"
    TURN_FACE_DOWN = "turn the cards face down"
    OFFER_INSPECTION = "ask the first player whether to turn the cards face up"
    WASH = "wash the cards"
    STACK = "stack the cards"
    GATHER_CARDS = "take the cards from the shoe and the discard rack"
    EXCHANGE_BATCHES = "put the used batch into the shuffler and take the other batch out"
    SECURE_STORED_BATCH = "make sure the shuffler holds one batch securely"
    RELEASE_STORED_BATCH = "make sure the shuffled batch is released and ready for play"
    HOLD_STACK = "hold the stack out with the backs away from the dealer"
    HIDE_LAST_CARD = "put a further cover card under the stack to hide its last card"
    CONFIRM_HANDS = "draw each card with the hand nearest the shoe and place it with the other"
    CONFIRM_LEFT_HAND = "draw each card with the left hand and lay it with the right"
    CONFIRM_NEAR_HANDS = "use either hand for the two positions nearest the shoe"
    COVER_DEVICE = "cover the failed device"
    MARK_DEVICE = "mark the failed device as out of order"
    EMPTY_DEVICE = "take the cards out of the jammed device"

    # acts that have commands of their own
    OPEN_TABLE = "open the table"
    CHANGE_CARDS = "change the cards"
    DECLARE_IDLE = "declare the table idle"
    SHUFFLE = "shuffle the cards"
    SHUFFLE_STORED = "shuffle the batch in the shuffler"
    OFFER_CUT = "offer the cut"
    ANSWER_CUT = "cut the cards or refuse"
    CUT = "cut the cards"
    PLACE_COVER_CARD = "place the cover card"
    LOAD_SHOE = "load the shoe"
    BURN_CARD = "burn a card"
    TAKE_SEAT = "take a seat"
    PLACE_WAGERS = "place wagers"
    CALL_NO_MORE_BETS = "call no more bets"
    DEAL_CARD = "deal a card"
    COMPARE_HAND = "compare the next hand"
    SETTLE_HAND = "settle the next hand"
    CHOOSE = "surrender or go to war"
    SETTLE_ABANDONED = "settle the hand of the player who left"
    COLLECT_CARDS = "collect the cards"
    CONFIRM_WAR_WAGER = "confirm the war wager"
    ANSWER_TIE_OFFER = "place or decline a tie wager on the war deal"
    BEGIN_WAR_DEAL = "begin the war deal"
    RULE = "rule on the irregularity"
    FILL_TABLE = "bring a fill to the table inventory"

    # side wagers and the bank
    CHECK_DEVICE = "confirm that each player checked that the device took the progressive wager"
    COLLECT_PROGRESSIVE = "collect the progressive wagers"
    COUNT_PROGRESSIVE = "count the progressive chips against the wagers that the system accepted"
    PUT_CHIPS_AWAY = "put the progressive chips into the table inventory"
    READ_PROGRESSIVE = "read the next hand for the progressive"
    VERIFY_HAND = "verify that the hand wins the progressive"
    VERIFY_WHEEL = "verify that the wheel stopped on a jackpot"
    VERIFY_LIGHT = "verify that the right light of the progressive system is lit"
    VALIDATE_PAYOUT = "validate the progressive payout"
    PAY_PROGRESSIVE = "pay the progressive"
    SPIN_WHEEL = "spin the wheel"
    PAY_BONUS_SPIN = "pay what the wheel stopped on"
    COLLECT_BONUS_SPIN = "settle the bonus spin wagers, which no wheel is spun for"
    OFFER_BANK = "offer the bank"
    ANSWER_BANK = "take the bank or decline it"
    ADD_TO_BANK = "add to the bank, or nothing"
    RETURN_UNCOVERED = "set what stands of the tie hands, and return what the bank does not cover"


COLLECTING: Final = (Act.CHECK_DEVICE, Act.COLLECT_PROGRESSIVE, Act.COUNT_PROGRESSIVE, Act.PUT_CHIPS_AWAY)
"""How progressive and bonus spin chips are taken in, in this order."""

ACCEPTED: Final = (Wager.PROGRESSIVE, Wager.BONUS_SPIN)
"""The wagers that a system accepts, and whose chips are gone from the layout when the first card is dealt."""

VERIFYING: Final = frozenset({Act.VERIFY_HAND, Act.VERIFY_WHEEL, Act.VERIFY_LIGHT, Act.VALIDATE_PAYOUT})
"""What is done before a payout is paid."""

ACTS_OF_A_ROUND: Final = VERIFYING | {*COLLECTING}
"""What is to be done only as long as the round lasts, so that a void round leaves none of it undone."""


class Irregularity(Word):
    """What can go wrong at a table."""

    FACE_UP_CARD = "a card found face up in the shoe"
    CARD_DRAWN_IN_ERROR = "a card drawn in error, its face not shown"
    EXPOSED_CARD = "a card drawn in error, its face shown"
    NO_CARD_DEALT = "a wager that got no card"
    NO_WAR_CARD = "a war wager that got no card"
    CARD_TO_EMPTY_SEAT = "a card dealt to a place without a wager"
    WRONG_BURN = "a wrong number of burned cards"
    SHOE_RAN_OUT = "a shoe that ran out"
    NO_CHOICE = "a player who does not choose"
    CHIP_NOT_ACCEPTED = "a progressive chip that the system did not accept"
    COUNT_IS_OFF = "a count of progressive chips that is not the system's"
    LIGHT_NOT_LIT = "a light of the progressive system that is not lit"
    NOT_VALIDATED = "a payout that was not validated"
    LEFT_WITHOUT_CHOICE = "a tie hand whose player left without a choice"
    SHUFFLER_JAM = "a shuffler that jams, halts or does not finish"
    DEVICE_FAILED = "a device that failed, where cards are shuffled in no other way"
    OTHER = "something else"


class Ruling(Word):
    """What a floorperson may rule where no clause provides."""

    PLAY_ON = "play on"
    DISCARD_THE_CARD = "discard the card and play on"
    SURRENDER_THE_HAND = "treat the hand as surrendered"
    LOSE_THE_HAND = "treat the hand as lost"
    RETURN_THE_CHIP = "give the chip back, which is no wager"
    DENY_THE_PAYOUT = "do not pay it"
    VOID_THE_HAND = "void the wagers on that place alone"
    VOID_THE_ROUND = "void the round"
    LET_SETTLED_STAND = "let what is settled stand and give back what is open"


class Occasion(Word):
    """Why the cards are being prepared."""

    OPENING = "opening"
    RESHUFFLE = "reshuffle"
    UNLISTED = "reshuffle for another reason than the cover card"
    ORDERED = "reshuffle by order of a floorperson"
    IDLE = "idle table"
    CHANGE = "change of cards"
    SHOE_RAN_OUT = "shoe ran out"
