"""Commands: what people at the table ask for. Each names the roles that may give it."""

from typing import Annotated, ClassVar

from msgspec import Meta, field

from casinowar.game.cage import *  # noqa: F403 - its commands are found among all others
from casinowar.game.cards import Card
from casinowar.game.giving import (
    DEALERS,
    PIT,
    PLAYERS,
    Amount,
    CardCommand,
    DealerCommand,
    FloorCommand,
    HandCommand,
    Name,
    PitCommand,
    PlayerCommand,
    SaidHand,
    SaidSeat,
    SeatCommand,
    SomeCards,
)
from casinowar.game.giving import Command as Command
from casinowar.game.kinds import by_name
from casinowar.game.reporting import *  # noqa: F403 - its commands are found among all others
from casinowar.game.words import DEALER, Act, Instrument, Role, Ruling, Wager

# players


class Sit(PlayerCommand, frozen=True, kw_only=True):
    """Take a seat with chips."""

    player: Name
    seat: SaidSeat
    chips: Amount


class BuyChips(PlayerCommand, frozen=True, kw_only=True):
    """Bring more chips to the table."""

    player: Name
    amount: Amount


class ChangeSeat(PlayerCommand, frozen=True, kw_only=True):
    """Take another seat, with nothing on the layout."""

    player: Name
    seat: SaidSeat


class LeaveTable(PlayerCommand, frozen=True, kw_only=True):
    """Leave the table; in mid-round that abandons the hands."""

    player: Name


class PlaceWager(HandCommand, frozen=True, kw_only=True):
    """Put chips on a betting area, or more chips on a wager that is there."""

    wager: Wager
    amount: Amount
    player: Name = ""
    """Whose wager it is, where a player wagers on a box beside their own."""
    made_with: Instrument = Instrument.CHIP


class WithdrawWager(HandCommand, frozen=True, kw_only=True):
    """Take a wager back; without its initial wager a hand has none."""

    wager: Wager


class Surrender(HandCommand, frozen=True, kw_only=True):
    """Give up a tie hand."""


class GoToWar(HandCommand, frozen=True, kw_only=True):
    """Place the war wager on a tie hand."""


class DeclineTieWager(HandCommand, frozen=True, kw_only=True):
    """Decline the tie wager offered on the war deal."""


class RefuseCut(SeatCommand, frozen=True, kw_only=True):
    """Refuse the cut."""


class CutStack(Command, frozen=True, kw_only=True):
    """Put the cover card into the stack, `depth` cards from the top."""

    roles: ClassVar[frozenset[Role]] = PLAYERS | DEALERS
    does: ClassVar[Act | None] = Act.CUT
    by: Role = Role.PLAYER
    seat: SaidSeat = DEALER
    depth: SomeCards
    player: Name = ""
    """Who cuts, and is then checked."""


class RequestInspection(PlayerCommand, frozen=True, kw_only=True):
    """Ask that the batch from the shuffler be spread and reshuffled too."""

    player: Name


# the dealer


class OpenTable(DealerCommand, frozen=True, kw_only=True):
    """Open the table with its inventory of chips as it was counted, or else as the house has it."""

    roles: ClassVar[frozenset[Role]] = PIT
    act: ClassVar[Act | None] = Act.OPEN_TABLE

    dealer: Name = "dealer"
    inventory: Amount | None = None
    counted: bool = True
    """Whether somebody counts the chips; at a table where nobody does, no fill is ever due."""


class ComeToTable(DealerCommand, frozen=True, kw_only=True):
    """Take over as dealer."""

    dealer: Name


class Perform(PitCommand, frozen=True, kw_only=True):
    """Do and record a human act that the procedure asks for."""

    act_done: Act


class ShuffleCommand(CardCommand, frozen=True, kw_only=True):
    """A command that puts cards into an order, which is said from top to bottom, or else nobody knows it."""

    cards: tuple[Card, ...] = ()
    shuffle: Name = ""
    """By what name the shuffle is known to whoever keeps its order."""
    commitment: Name = ""
    """What its keeper publishes of the order."""


class ReceiveDecks(ShuffleCommand, frozen=True, kw_only=True):
    """Receive new decks; preshuffled ones come in the order that is said, or in one that nobody knows."""

    act: ClassVar[Act | None] = Act.RECEIVE_DECKS


class Shuffle(ShuffleCommand, frozen=True, kw_only=True):
    """Shuffle the stack."""

    act: ClassVar[Act | None] = Act.SHUFFLE


class ShuffleStored(ShuffleCommand, frozen=True, kw_only=True):
    """Have the shuffler shuffle the batch that it holds, or after a jam shuffle it by hand."""

    act: ClassVar[Act | None] = Act.SHUFFLE_STORED
    by_hand: bool = False


class OfferCut(CardCommand, frozen=True, kw_only=True):
    """Offer the cut to whoever is next in line."""

    act: ClassVar[Act | None] = Act.OFFER_CUT


class PlaceCoverCard(CardCommand, frozen=True, kw_only=True):
    """Put the cover card in front of the last `behind` cards; at the least depth by default."""

    act: ClassVar[Act | None] = Act.PLACE_COVER_CARD

    behind: SomeCards | None = None
    unsaid: bool = False
    """Whether the dealer does not say where, so that nobody knows its place until it comes out."""


class LoadShoe(CardCommand, frozen=True, kw_only=True):
    """Put the stack into the shoe."""

    act: ClassVar[Act | None] = Act.LOAD_SHOE


class BurnCard(CardCommand, frozen=True, kw_only=True):
    """Put the next card unseen into the discard rack; one that is turned up a card reader may have to say."""

    act: ClassVar[Act | None] = Act.BURN_CARD

    card: Card = ""


class CallNoMoreBets(DealerCommand, frozen=True, kw_only=True):
    """Close the betting."""

    act: ClassVar[Act | None] = Act.CALL_NO_MORE_BETS


class DealCard(CardCommand, frozen=True, kw_only=True):
    """Deal the next card face up; a card reader says which it is where the shoe's order is unknown."""

    act: ClassVar[Act | None] = Act.DEAL_CARD

    card: Card = ""


class CompareHand(DealerCommand, frozen=True, kw_only=True):
    """Compare the next hand, where comparing and paying are two passes."""

    act: ClassVar[Act | None] = Act.COMPARE_HAND


class SettleHand(DealerCommand, frozen=True, kw_only=True):
    """Compare and settle the next hand."""

    act: ClassVar[Act | None] = Act.SETTLE_HAND


class CollectCards(CardCommand, frozen=True, kw_only=True):
    """Put cards of finished hands into the discard rack."""

    act: ClassVar[Act | None] = Act.COLLECT_CARDS


class ConfirmWarWager(DealerCommand, frozen=True, kw_only=True):
    """Confirm the next war wager, and do what goes with it."""

    act: ClassVar[Act | None] = Act.CONFIRM_WAR_WAGER


class BeginWarDeal(DealerCommand, frozen=True, kw_only=True):
    """End the placing of war wagers and begin the war deal."""

    act: ClassVar[Act | None] = Act.BEGIN_WAR_DEAL


class SettleAbandoned(DealerCommand, frozen=True, kw_only=True):
    """Settle the tie hand of a player who left and cannot choose."""

    act: ClassVar[Act | None] = Act.SETTLE_ABANDONED


class DeclareIdle(PitCommand, frozen=True, kw_only=True):
    """Declare that there is no gaming activity."""

    does: ClassVar[Act | None] = Act.DECLARE_IDLE

    face_up: bool = False


class ChangeCards(CardCommand, frozen=True, kw_only=True):
    """Replace the cards that have been at the table long enough, or at any time between rounds."""

    does: ClassVar[Act | None] = Act.CHANGE_CARDS


class TellTime(PitCommand, frozen=True, kw_only=True):
    """Say what the house's clock shows, in seconds."""

    by: Role = Role.AUTOMATIC
    now: Annotated[int, Meta(ge=0, le=10**12)]


# the progressive and the bonus wheel


class ReadProgressive(DealerCommand, frozen=True, kw_only=True):
    """Read the next hand for the progressive."""

    act: ClassVar[Act | None] = Act.READ_PROGRESSIVE


class PayProgressive(DealerCommand, frozen=True, kw_only=True):
    """Pay the progressive payout hand that was read, and what others get for it."""

    act: ClassVar[Act | None] = Act.PAY_PROGRESSIVE


class SpinWheel(DealerCommand, frozen=True, kw_only=True):
    """Say where the wheel stopped: the position with the hot spot, and the symbols."""

    act: ClassVar[Act | None] = Act.SPIN_WHEEL
    hand: SaidHand = field(name="seat")
    hot_spot: Name
    community: Name = ""


class PayBonusSpin(DealerCommand, frozen=True, kw_only=True):
    """Pay what the wheel stopped on, once it is verified or a fill has come."""

    act: ClassVar[Act | None] = Act.PAY_BONUS_SPIN


class CollectBonusSpin(DealerCommand, frozen=True, kw_only=True):
    """Settle the bonus spin wagers as lost, because the dealer's card does not start the wheel."""

    act: ClassVar[Act | None] = Act.COLLECT_BONUS_SPIN


class TellMeter(PitCommand, frozen=True, kw_only=True):
    """Say what a linked meter shows."""

    by: Role = Role.AUTOMATIC
    meter: Name
    amount: Amount


# the player/dealer's bank


class OfferBank(DealerCommand, frozen=True, kw_only=True):
    """Offer the bank to whoever is next in line."""

    act: ClassVar[Act | None] = Act.OFFER_BANK


class TakeBank(SeatCommand, frozen=True, kw_only=True):
    """Take the bank and put up its wager."""

    amount: Amount


class DeclineBank(SeatCommand, frozen=True, kw_only=True):
    """Decline the bank, or give it up; before no more bets also one that is put up."""


class AddToBank(PlayerCommand, frozen=True, kw_only=True):
    """Add to the bank before no more bets, or when ties are seen and that is allowed: be it nothing."""

    amount: Amount
    player: Name = ""


class ReturnUncovered(DealerCommand, frozen=True, kw_only=True):
    """Set what stands of each tie hand against the bank, and return the rest."""

    act: ClassVar[Act | None] = Act.RETURN_UNCOVERED


# the floorperson


class OrderReshuffle(FloorCommand, frozen=True, kw_only=True):
    """Order a reshuffle after a round, at the latest after the one that is being played."""


class OrderRecut(FloorCommand, frozen=True, kw_only=True):
    """Order a new cut, by the last cutter or by the next in line."""

    by_next: bool = False


class DeclareAbandoned(FloorCommand, frozen=True, kw_only=True):
    """Treat the wagers of a player who left in mid-round as lost."""

    hand: SaidHand = field(name="seat")


class Rule(FloorCommand, frozen=True, kw_only=True):
    """Rule on an irregularity, and have the ruling recorded."""

    ruling: Ruling
    note: Name = ""


class RestoreDevice(FloorCommand, frozen=True, kw_only=True):
    """Put a repaired device back into use."""


COMMANDS: dict[str, type[Command]] = by_name(Command)
"""Every kind of command by its name."""

_ANSWERED = frozenset(
    {
        *(Act.TAKE_SEAT, Act.PLACE_WAGERS, Act.CHOOSE, Act.RULE),
        *(Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER, Act.ANSWER_BANK, Act.ADD_TO_BANK),
    }
)
"""The acts that leave somebody several commands to choose from."""

RECORDED = frozenset(Act) - _ANSWERED - {act for each in COMMANDS.values() for act in (each.act, each.does)}
"""The acts that `Perform` records; all others have commands of their own."""
