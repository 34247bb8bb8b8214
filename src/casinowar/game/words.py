"""The closed lists of words that rulebooks, commands and events share."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self

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
    """Give the seat or terminal of a hand, at a table without backline bettors.

    >>> position(3), position(203)
    (3, 2)
    """
    return hand // PLACES or hand


class TerminalHand(int):
    """A hand at an electronic table, which sentences call by its terminal and its community card."""

    @property
    def words(self) -> str:
        """Say which it is.

        >>> TerminalHand(203).words
        'terminal 2 on community card 3'
        """
        return f"terminal {position(self)} on community card {spot(self)}"


class Word(StrEnum):
    """A word of a closed list: a code that never changes, for journals, and how people say it, which may.

    Text shows what people say, and reading takes either. A member is hashed as the string that its code is,
    which is much faster than enum's own way. On Python 3.11 reading a member goes through a property, so what
    every round asks for is read once, into a constant of the module that asks, as in ``_COUNTERCLOCKWISE``.

    >>> Act.SHUFFLE.value, f"{Act.SHUFFLE}", Act("shuffle the cards") is Act("shuffle")
    ('shuffle', 'shuffle the cards', True)
    """

    said: str

    def __new__(cls, code: str, said: str = "") -> Self:
        word = str.__new__(cls, code)
        word._value_ = code
        word.said = said or code
        return word

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return next((word for word in cls if value == word.said), None)

    def __str__(self) -> str:
        return self.said

    def __format__(self, how: str) -> str:
        return format(self.said, how)

    __hash__ = str.__hash__


class Role(Word):
    """Who gives a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    MANAGER = "manager"
    """A manager, who may do everything that a floorperson may."""
    AUTOMATIC = "automatic", "automatic dealer"


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
        return self.value.replace("_", " ")


class Direction(Word):
    """Clockwise runs from the dealer's left to the dealer's right, so by ascending seat."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"

    def order(self, hands: Iterable[int]) -> tuple[int, ...]:
        """Put hands into this direction's order: spot by spot, and at one spot the lowest number first."""
        return tuple(sorted(sorted(hands), key=spot, reverse=self is _COUNTERCLOCKWISE))


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
    COUPON = "coupon", "match play coupon"
    APPROVED = "approved", "other approved instrument"
    CASH = "cash", "spoken, with cash"


class Act(Word):
    """Something that has to be done at the table; the words are what a person is asked to do."""

    # recorded acts of opening, idling and changing
    CONFIRM_LAYOUT = "confirm_layout", "confirm that the layout is approved"
    CONFIRM_AGREEMENT = "confirm_agreement", "confirm that the owner's agreement to the game was submitted"
    CONFIRM_DESIGNATION = "confirm_designation", "confirm that the table is designated for the game"
    CONFIRM_DEVICE = "confirm_device", "confirm that the shuffling device is approved"
    CONFIRM_SIGN = "confirm_sign", "confirm that a sign shows the odds"
    CONFIRM_TIP_BOX = "confirm_tip_box", "confirm that the other place of the tip box is approved"
    RECEIVE_DECKS = "receive_decks", "receive the decks"
    CONFIRM_PRESHUFFLED = "confirm_preshuffled", "confirm that the decks came inspected and shuffled"
    SORT_CARDS = "sort_cards", "sort the cards"
    INSPECT_CARDS = "inspect_cards", "inspect the cards for defects"
    VERIFY_INSPECTION = "verify_inspection", "verify the dealer's inspection"
    SPREAD_FACE_UP = "spread_face_up", "spread the cards face up by deck, suit and sequence"
    SPREAD_FACE_DOWN = "spread_face_down", "spread the cards face down"
    TURN_FACE_UP = "turn_face_up", "turn the cards face up"
    SHOW_FIRST_PLAYER = "show_first_player", "let the first player look at the cards"
    TURN_FACE_DOWN = "turn_face_down", "turn the cards face down"
    OFFER_INSPECTION = "offer_inspection", "ask the first player whether to turn the cards face up"
    WASH = "wash", "wash the cards"
    STACK = "stack", "stack the cards"
    GATHER_CARDS = "gather_cards", "take the cards from the shoe and the discard rack"
    EXCHANGE_BATCHES = "exchange_batches", "put the used batch into the shuffler and take the other batch out"
    SECURE_STORED_BATCH = "secure_stored_batch", "make sure the shuffler holds one batch securely"
    RELEASE_STORED_BATCH = (
        "release_stored_batch",
        "make sure the shuffled batch is released and ready for play",
    )
    HOLD_STACK = "hold_stack", "hold the stack out with the backs away from the dealer"
    HIDE_LAST_CARD = "hide_last_card", "put a further cover card under the stack to hide its last card"
    CONFIRM_HANDS = (
        "confirm_hands",
        "draw each card with the hand nearest the shoe and place it with the other",
    )
    CONFIRM_LEFT_HAND = "confirm_left_hand", "draw each card with the left hand and lay it with the right"
    CONFIRM_NEAR_HANDS = "confirm_near_hands", "use either hand for the two positions nearest the shoe"
    COVER_DEVICE = "cover_device", "cover the failed device"
    MARK_DEVICE = "mark_device", "mark the failed device as out of order"
    EMPTY_DEVICE = "empty_device", "take the cards out of the jammed device"

    # acts that have commands of their own
    OPEN_TABLE = "open_table", "open the table"
    CHANGE_CARDS = "change_cards", "change the cards"
    DECLARE_IDLE = "declare_idle", "declare the table idle"
    SHUFFLE = "shuffle", "shuffle the cards"
    SHUFFLE_STORED = "shuffle_stored", "shuffle the batch in the shuffler"
    OFFER_CUT = "offer_cut", "offer the cut"
    ANSWER_CUT = "answer_cut", "cut the cards or refuse"
    CUT = "cut", "cut the cards"
    PLACE_COVER_CARD = "place_cover_card", "place the cover card"
    LOAD_SHOE = "load_shoe", "load the shoe"
    BURN_CARD = "burn_card", "burn a card"
    TAKE_SEAT = "take_seat", "take a seat"
    PLACE_WAGERS = "place_wagers", "place wagers"
    CALL_NO_MORE_BETS = "call_no_more_bets", "call no more bets"
    DEAL_CARD = "deal_card", "deal a card"
    COMPARE_HAND = "compare_hand", "compare the next hand"
    SETTLE_HAND = "settle_hand", "settle the next hand"
    CHOOSE = "choose", "surrender or go to war"
    SETTLE_ABANDONED = "settle_abandoned", "settle the hand of the player who left"
    COLLECT_CARDS = "collect_cards", "collect the cards"
    CONFIRM_WAR_WAGER = "confirm_war_wager", "confirm the war wager"
    ANSWER_TIE_OFFER = "answer_tie_offer", "place or decline a tie wager on the war deal"
    BEGIN_WAR_DEAL = "begin_war_deal", "begin the war deal"
    RULE = "rule", "rule on the irregularity"
    RESUME_PLAY = "resume_play", "resume play"
    FILL_TABLE = "fill_table", "bring a fill to the table inventory"

    # side wagers and the bank
    CHECK_DEVICE = (
        "check_device",
        "confirm that each player checked that the device took the progressive wager",
    )
    COLLECT_PROGRESSIVE = "collect_progressive", "collect the progressive wagers"
    COUNT_PROGRESSIVE = (
        "count_progressive",
        "count the progressive chips against the wagers that the system accepted",
    )
    PUT_CHIPS_AWAY = "put_chips_away", "put the progressive chips into the table inventory"
    READ_PROGRESSIVE = "read_progressive", "read the next hand for the progressive"
    VERIFY_HAND = "verify_hand", "verify that the hand is a progressive payout hand"
    VERIFY_WHEEL = "verify_wheel", "verify that the wheel stopped on a jackpot"
    VERIFY_LIGHT = "verify_light", "verify that the right light of the progressive system is lit"
    VALIDATE_PAYOUT = "validate_payout", "validate the progressive payout"
    PAY_PROGRESSIVE = "pay_progressive", "pay the progressive"
    SPIN_WHEEL = "spin_wheel", "spin the wheel"
    PAY_BONUS_SPIN = "pay_bonus_spin", "pay what the wheel stopped on"
    COLLECT_BONUS_SPIN = "collect_bonus_spin", "settle the bonus spin wagers, which no wheel is spun for"
    OFFER_BANK = "offer_bank", "offer the bank"
    ANSWER_BANK = "answer_bank", "take the bank or decline it"
    ADD_TO_BANK = "add_to_bank", "add to the bank, or nothing"
    RETURN_UNCOVERED = (
        "return_uncovered",
        "set what stands of the tie hands, and return what the bank does not cover",
    )


HANDLING_CARDS: Final = frozenset(
    {
        *(Act.SORT_CARDS, Act.INSPECT_CARDS, Act.SPREAD_FACE_UP, Act.SPREAD_FACE_DOWN, Act.TURN_FACE_UP),
        *(Act.TURN_FACE_DOWN, Act.WASH, Act.STACK, Act.GATHER_CARDS, Act.EXCHANGE_BATCHES, Act.HOLD_STACK),
        *(Act.HIDE_LAST_CARD, Act.EMPTY_DEVICE),
    }
)
"""The recorded acts that handle cards."""

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

    FACE_UP_CARD = "face_up_card", "a card found face up in the shoe"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error", "a card drawn in error, its face not shown"
    EXPOSED_CARD = "exposed_card", "a card drawn in error, its face shown"
    NO_CARD_DEALT = "no_card_dealt", "a wager that got no card"
    NO_WAR_CARD = "no_war_card", "a war wager that got no card"
    CARD_TO_EMPTY_SEAT = "card_to_empty_seat", "a card dealt to a place without a wager"
    WRONG_BURN = "wrong_burn", "a wrong number of burned cards"
    SHOE_RAN_OUT = "shoe_ran_out", "a shoe that ran out"
    NO_CHOICE = "no_choice", "a player who does not choose"
    CHIP_NOT_ACCEPTED = "chip_not_accepted", "a progressive chip that the system did not accept"
    COUNT_IS_OFF = "count_is_off", "a count of progressive chips that is not the system's"
    LIGHT_NOT_LIT = "light_not_lit", "a light of the progressive system that is not lit"
    NOT_VALIDATED = "not_validated", "a payout that was not validated"
    LEFT_WITHOUT_CHOICE = "left_without_choice", "a tie hand whose player left without a choice"
    SHUFFLER_JAM = "shuffler_jam", "a shuffler that jams, halts or does not finish"
    DEVICE_FAILED = "device_failed", "a device that failed, where cards are shuffled in no other way"
    OTHER = "other", "something else"


class Ruling(Word):
    """What a floorperson may rule where no clause provides."""

    PLAY_ON = "play_on", "play on"
    DISCARD_THE_CARD = "discard_the_card", "discard the card and play on"
    SURRENDER_THE_HAND = "surrender_the_hand", "treat the hand as surrendered"
    LOSE_THE_HAND = "lose_the_hand", "treat the hand as lost"
    RETURN_THE_CHIP = "return_the_chip", "give the chip back, which is no wager"
    DENY_THE_PAYOUT = "deny_the_payout", "deny the payout"
    VOID_THE_HAND = "void_the_hand", "void the wagers on that place alone"
    VOID_THE_ROUND = "void_the_round", "void the round"
    LET_SETTLED_STAND = "let_settled_stand", "let what is settled stand and give back what is open"


class Occasion(Word):
    """Why the cards are being prepared."""

    OPENING = "opening"
    RESHUFFLE = "reshuffle"
    UNLISTED = "unlisted", "reshuffle for another reason than the cover card"
    ORDERED = "ordered", "reshuffle by order of a floorperson"
    IDLE = "idle", "idle table"
    CHANGE = "change", "change of cards"
    SHOE_RAN_OUT = "shoe_ran_out", "shoe ran out"
