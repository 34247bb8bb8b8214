"""The table as it stands: a frozen value that `evolve` turns into the next one."""

from itertools import count
from typing import Final

from msgspec import Struct

from casinowar.game.cards import Card
from casinowar.game.combinations import Combination
from casinowar.game.money import Cents
from casinowar.game.phrase import Phrase
from casinowar.game.places import HandId, Name, Seat, Spot
from casinowar.game.words import PLACES, Act, Choice, Comparison, Irregularity, Occasion, Role, Ruling, Wager

_TIE = Comparison.TIE

NO_COVER_CARD: Final = -1
SOMEWHERE: Final = -2
"""The place of a cover card that was put into the stack without saying where."""


class Step(Struct, frozen=True, gc=False):
    """One act of a procedure that is under way."""

    act: Act
    role: Role
    clause: str
    tells: bool = False
    """Whether the card to burn is turned up, and tells how many more are burned."""


class DealingShoe(Struct, frozen=True, gc=False):
    """The dealing shoe: its stack from top to bottom, how many are drawn, where the cover card lies."""

    stack: tuple[Card, ...] = ()
    drawn: int = 0
    cover_card_at: int = NO_COVER_CARD
    """The number of cards in front of the cover card; NO_COVER_CARD when there is none left to come out."""

    @property
    def left(self) -> int:
        return len(self.stack) - self.drawn


class PlacedWager(Struct, frozen=True, gc=False):
    """One wager of one hand: what lies on the layout, and what was taken and paid on it in this round."""

    on_layout: Cents = 0
    collected: Cents = 0
    paid: Cents = 0
    before_tray: Cents = 0
    """How much of what was collected lies before the tray, to be counted."""
    returned: Cents = 0
    """How much of it went back to the player when it was settled."""


NO_WAGER = PlacedWager()


class Hand(Struct, frozen=True, gc=False):
    """One betting position in one round."""

    number: HandId
    player: str
    wagers: dict[Wager, PlacedWager] = {}
    card: Card = ""
    war_cards: tuple[Card, ...] = ()
    comparison: Comparison | None = None
    choice: Choice | None = None
    wars: int = 0
    """How many war wagers were placed; `confirmed` and `fought` follow behind."""
    confirmed: int = 0
    fought: int = 0
    tie_offered: bool = False
    against: tuple[Card, ...] = ()
    """The dealer's war cards that this hand's were compared with."""
    coupon: Cents = 0
    """The value of the match play coupons that lie beside the chips, or in their stead."""
    coupons: tuple[Cents, ...] = ()
    """What each coupon is worth that was laid down for the initial wager, and below for the tie wager."""
    tie_coupons: tuple[Cents, ...] = ()
    coupon_taken: Cents = 0
    """The value of those that lay there until the dealer took them."""
    redeemed: Cents = 0
    """How many of the chips of the initial wager are the house's, put there for a coupon."""
    tie_redeemed: Cents = 0
    """How many of the chips of the tie wager are."""
    from_meters: Cents = 0
    """What meters paid to this hand."""
    combinations: tuple[Combination, ...] | None = None
    """The progressive payout hands that pay, once the hand has been read."""
    envy_waits: bool = False
    """Whether the Envy Bonus that the hand brings others is still to be paid, at the end of the round."""
    denied: bool = False
    """Whether the Envy Bonus that the hand would have brought others was denied."""
    settled: bool = False
    abandoned: bool = False
    """Whether the player has left; a forfeited hand is one that is then treated as lost."""
    forfeited: bool = False
    running: bool = False
    """Whether only the tie wager is still in play, and cards are dealt for it alone."""

    @property
    def chooses(self) -> bool:
        """Tell whether a tie waits for its player's choice."""
        undecided = self.comparison is _TIE and self.choice is None
        return undecided and not self.settled and not self.running

    @property
    def goes_to_war(self) -> bool:
        """Tell whether a war wager is down whose war is not fought yet."""
        return self.wars > self.fought and not self.settled

    @property
    def answers_tie_offer(self) -> bool:
        return self.tie_offered and not self.abandoned and not self.on_layout(Wager.WAR_TIE)

    def on_layout(self, wager: Wager) -> Cents:
        return self.wagers.get(wager, NO_WAGER).on_layout

    def placed(self, wager: Wager) -> Cents:
        """Tell how much was put down, wherever it went since."""
        placed = self.wagers.get(wager, NO_WAGER)
        return placed.on_layout + placed.collected

    def own(self, wager: Wager) -> Cents:
        """Tell how much a player put down, wherever it went since, without the house's chips for a coupon."""
        return self.placed(wager) + self.wagers.get(wager, NO_WAGER).returned - self.redeemed_on(wager)

    def redeemed_on(self, wager: Wager) -> Cents:
        """Tell how many of the chips of a wager are the house's, put there for a coupon."""
        if wager is Wager.INITIAL:
            return self.redeemed
        return self.tie_redeemed if wager is Wager.TIE else 0

    def coupons_on(self, wager: Wager) -> tuple[Cents, ...]:
        return self.tie_coupons if wager is Wager.TIE else self.coupons

    def last_coupons(self, wager: Wager, amount: Cents) -> tuple[Cents, ...]:
        """List the coupons laid down last for a wager that are worth an amount; all where none are."""
        coupons = self.coupons_on(wager)
        for first in range(len(coupons)):
            if sum(coupons[first:]) == amount:
                return coupons[first:]
        return coupons


class WarDeal(Struct, frozen=True, gc=False):
    """A war deal under way: its seats, and who is still to be compared and settled."""

    hands: tuple[HandId, ...]
    to_compare: tuple[HandId, ...]
    to_settle: tuple[HandId, ...]


class MeterPay(Struct, frozen=True, gc=False):
    """What a meter paid in this round."""

    hand: HandId
    wager: Wager
    meter: str
    amount: Cents


class StandingWager(Struct, frozen=True, gc=False):
    """A void wager that stands as the wager of the next round."""

    hand: HandId
    player: str
    wager: Wager
    amount: Cents
    coupons: tuple[Cents, ...] = ()
    """What each of the coupons is worth that stand for part of it."""


class WheelStop(Struct, frozen=True, gc=False):
    """Where the wheel stopped, until what it pays is paid."""

    hand: HandId
    hot_spot: str
    community: str


class Round(Struct, frozen=True, gc=False):
    """One round of play, from the first wager to the last card collected."""

    number: int
    hands: dict[HandId, Hand] = {}
    closed: bool = False
    """Whether no more bets has been called."""
    to_deal: tuple[Spot, ...] = ()
    """Who gets the next cards: seats, DEALER, BURN."""
    to_compare: tuple[HandId, ...] = ()
    to_settle: tuple[HandId, ...] = ()
    settling: tuple[HandId, ...] = ()
    """The order in which all hands are settled; at a banked table the order of cover."""
    dealer_card: Card = ""
    dealer_war_cards: tuple[Card, ...] = ()
    layout: dict[Spot, tuple[Card, ...]] = {}
    """The cards that lie open, by spot; the dealer's are at DEALER."""
    cover_card_spot: Spot | None = None
    """Where the card lies with which the cover card came out in this round."""
    war: WarDeal | None = None
    cover: Cents | None = None
    """What is left of the player/dealer's wager to pay with; None where the house pays."""
    bank_answered: bool = False
    """Whether the player/dealer, asked to add to a bank that is short, adds nothing."""
    to_read: tuple[HandId, ...] = ()
    """The hands that are still to be read for the progressive."""
    to_spin: tuple[HandId, ...] = ()
    """The hands whose bonus spin wagers are open."""
    wheel: WheelStop | None = None
    validated: bool = False
    """Whether the payout that is next was validated."""
    meters_raised: dict[str, Cents] = {}
    meters_restarted: dict[str, Cents] = {}
    meters_paid: tuple[MeterPay, ...] = ()
    meters_before: dict[str, Cents] = {}
    """What each meter that paid in this round showed before its first payment."""
    meters_told: dict[str, tuple[tuple[Cents, Cents], ...]] = {}
    """From where to where each linked meter moved in this round by play elsewhere; rises in a row are one."""
    standing: tuple[StandingWager, ...] = ()
    void: Irregularity | None = None
    """Why the round is void, while all of it goes back."""
    cut_short: bool = False
    """Whether only what is open goes back, and what is settled stands."""
    dealer_came: bool = False
    """Whether a dealer took over after the call."""
    asked_at: int = 0
    """What the clock showed when a hand was last compared, passed, settled or chosen for."""


class Bank(Struct, frozen=True, gc=False):
    """The player/dealer's bank: who holds it, for how many rounds in a row, and who was asked."""

    seat: Seat | None = None
    """The seat that banks the round at hand."""
    last: Seat | None = None
    """The seat that banked last, and the player who sat there."""
    holder: str = ""
    rounds: int = 0
    """How many rounds in a row it has banked."""
    offered: Seat | None = None
    declined: tuple[Seat, ...] = ()


class Cut(Struct, frozen=True, gc=False):
    """The cut under way: who was asked last, who refused, who cut last, and who cut at all."""

    offered: Seat | None = None
    refused: tuple[Name, ...] = ()
    """The players who refused, wherever they sit since."""
    passed: Seat | None = None
    """The seat of the player who refused or cut last, from which the offer goes on."""
    cut_by: Seat | None = None
    cutters: tuple[Name, ...] = ()
    """The players who cut, in order; the dealer is none of them."""


class Stop(Struct, frozen=True, gc=False):
    """Play stopped for a floorperson's ruling."""

    irregularity: Irregularity
    possible: tuple[Ruling, ...]
    hand: HandId | None = None
    clause: str = ""
    """The clause that stops play, or that of rulings."""
    wager: Wager | None = None
    """The wager whose chip it is about, if it is about one."""


class Table(Struct, frozen=True, gc=False):
    """The whole table."""

    open: bool = False
    dealer: str = ""
    paused: bool = False
    clock: int = 0
    """Seconds of the house's clock, as last told."""

    # people and money
    seats: dict[Seat, str] = {}
    arrivals: tuple[str, ...] = ()
    """The seated players in the order in which they arrived."""
    chips: dict[str, Cents] = {}
    inventory: Cents = 0
    """The dealer's chips; at a banked table, the chips in front of the player/dealer."""
    counted: bool = False
    """Whether the inventory was counted at the opening, so that it never pays more than is there."""
    fill_due: Cents = 0
    """The least fill that has to come before the dealer can go on paying."""
    meters: dict[str, Cents] = {}
    outside: Cents = 0
    """What came from outside, counted negative, so that all places together always make zero."""

    # cards
    stack: tuple[Card, ...] = ()
    shoe: DealingShoe = DealingShoe()
    in_device: bool = False
    """Whether no shoe was loaded last, but the shuffler, which deals the cards itself."""
    rack: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    aside_seen: tuple[bool, ...] = ()
    """Which of the cards on the side were seen, so that they are not burned."""
    drawn_past_aside: bool = False
    """Whether the last card out of the shoe is none of those on the side, but came out after them."""
    stored: tuple[Card, ...] = ()
    """The batch in the automated shuffler."""
    stored_by_hand: bool = False
    """Whether that batch was shuffled by hand, after a jam, and so is cut when it comes out."""
    stored_uninspected: bool = False
    """Whether the device failed before that batch was inspected and shuffled, as new decks are."""
    decks: int = 0
    """How many decks a batch was received with; none is told by a table that an older record begins with."""
    batch: int = 0
    """Which of two batches is in play."""
    cards_opened: int = 0

    # procedure
    occasion: Occasion | None = None
    to_do: tuple[Step, ...] = ()
    cut: Cut = Cut()
    dealer_burns: int = 0
    """How many cards the dealer still burns for having come to the table."""
    drew_last: str = ""
    """The dealer who drew the last card and owed no burn then; back from a break, that dealer is not new."""
    cover_card_on: Seat | None = None
    """The seat of the player on whose hand the cover card came out; the next cut goes by it."""
    cover_card_player: str = ""
    """That player, who may have left since; the right is not inherited."""
    cover_card_behind: int | None = None
    """How many cards on the side are before the one that the cover card goes with, until that is used."""
    face_up: tuple[Card, ...] = ()
    """What was found face up and put into the discard rack: not for this round, or before it for the next."""
    face_up_in_shoe: int = 0
    face_up_in_round: int = 0
    device_failed: bool = False
    device_deferred: bool = False
    """Whether what is done about a failed device waits for the end of the round."""
    reshuffle_ordered: bool = False
    """Whether a floorperson has ordered a reshuffle after this round."""
    deserted: bool = False
    """Whether the last player has left since the cards were made ready."""
    batch_shown: bool = False
    """Whether a player has been shown cards in this procedure, so that who is shown more has not seen all."""
    stop: Stop | None = None

    bank: Bank = Bank()

    rounds: int = 0
    """How many rounds are complete."""
    round: Round | None = None

    @property
    def clause_due(self) -> str:
        return self.to_do[0].clause if self.to_do else ""

    def hand(self, number: HandId) -> Hand | None:
        return self.round.hands.get(number) if self.round else None

    def of_shoe(self, words: str) -> str:
        """Say of the shuffler what is said of the shoe, where it deals the cards itself."""
        return words.replace("shoe", "shuffler") if self.in_device else words

    @property
    def dealt_from(self) -> Phrase:
        return Phrase("shuffler", "shuffler") if self.in_device else Phrase("shoe", "shoe")

    def what_went_wrong(self, irregularity: Irregularity) -> Phrase:
        said = self.of_shoe(str(irregularity))
        return Phrase(f"Irregularity.{irregularity.value}", said, in_device=self.in_device)

    def place_behind(self, seat: Seat) -> Seat:
        return next(place for place in count(PLACES + seat, PLACES) if place not in self.seats)

    def is_gone(self, player: str) -> bool:
        """Tell whether a player who still has hands in the round has left them behind."""
        hands = self.round.hands.values() if self.round else ()
        return any(hand.abandoned and hand.player == player for hand in hands)

    @property
    def banker(self) -> str:
        """Name the player who banks; empty if the house does."""
        return "" if self.bank.seat is None else self.seats.get(self.bank.seat, "")

    @property
    def present(self) -> tuple[str, ...]:
        """List the players who are at the table, in the order in which they arrived."""
        return tuple(player for player in self.arrivals if not self.is_gone(player))


CLOSED = Table()
"""A table before it opens."""
