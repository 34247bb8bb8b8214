"""Commands: what people at the table ask for. Each names the roles that may give it."""

from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Union, get_args, get_origin

from msgspec import Meta, Struct, field
from msgspec.structs import astuple, fields

from casinowar.game.cards import Card
from casinowar.game.kinds import by_name
from casinowar.game.money import Cents
from casinowar.game.places import HandId, Seat
from casinowar.game.refusal import InputError
from casinowar.game.words import DEALER, Act, Instrument, Irregularity, Role, Ruling, Wager

# who may give them, and the types of their fields

Amount = Annotated[Cents, Meta(ge=-(10**15), le=10**15)]
SaidSeat = Annotated[Seat, Meta(ge=-1000, le=1000)]
SaidHand = Annotated[HandId, Meta(ge=-1000, le=100_000)]
SomeCards = Annotated[int, Meta(ge=-100_000, le=100_000)]
Name = Annotated[str, Meta(max_length=200)]


PLAYERS = frozenset({Role.PLAYER})
DEALERS = frozenset({Role.DEALER, Role.AUTOMATIC})
FLOOR = frozenset({Role.FLOORPERSON, Role.MANAGER})
PIT = DEALERS | FLOOR
DOERS = {Role.PLAYER: PLAYERS, Role.DEALER: DEALERS, Role.FLOORPERSON: FLOOR}
"""Who does the acts that a rulebook leaves to each role."""


class Command(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, tag_field="command", tag=True
):
    """Ask for something; `by` is the role of the person who asks."""

    roles: ClassVar[frozenset[Role]]
    act: ClassVar[Act | None] = None
    """The act that has to be due for this command."""
    does: ClassVar[Act | None] = None
    """The act that it does, for a command that may be given at other times too."""
    touches_cards: ClassVar[bool] = False
    by: Role

    def __post_init__(self) -> None:
        """Refuse values of another type: they would corrupt chips and records."""
        given = (type(self), *map(type, astuple(self)))
        if given in _SEEN:
            return
        for name, kinds, words in _kinds(type(self)):
            value = getattr(self, name)
            if type(value) not in kinds or (
                type(value) is tuple and any(type(each) is not str for each in value)
            ):
                raise InputError(f"{type(self).__name__}: {name} has to be {words}, not {_shown(value)}.")
        if tuple not in given:  # what is in a tuple has to be looked at each time
            _SEEN.add(given)


_SEEN: Final = set[tuple[type, ...]]()
"""Of which types the fields of commands were that were in order: there are few, and most come again."""


@cache
def _kinds(command: type[Command]) -> tuple[tuple[str, frozenset[type], str], ...]:
    kinds = {each.name: _plain(each.type) for each in fields(command)}
    return tuple((name, frozenset(each), " or ".join(map(_in_words, each))) for name, each in kinds.items())


def _in_words(kind: type) -> str:
    if kind in _WORDS:
        return _WORDS[kind]
    named = getattr(kind, "__members__", ())
    listed = f" ({', '.join(named)})" if 0 < len(named) < _MANY else ""
    return f"a word of {kind.__name__}{listed}"


def _plain(kind: Any) -> tuple[type, ...]:  # noqa: ANN401 - a field's type may be anything that typing has
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return tuple(plain for each in get_args(kind) for plain in _plain(each))
    if origin is Annotated:
        return _plain(get_args(kind)[0])
    return (origin or kind,)


_MANY = 30
_WORDS: dict[type, str] = {
    int: "a whole number",
    str: "text",
    bool: "True or False",
    tuple: "a tuple of cards",
    NoneType: "None",
}


def _shown(value: object) -> str:
    """Show a value, whose own code may fail at that."""
    known = isinstance(value, int | float | str | Enum | tuple | NoneType)
    return repr(value)[:40] if known else f"of type {type(value).__name__}"


class PlayerCommand(Command, frozen=True, kw_only=True):
    """A command of a player."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Role = Role.PLAYER


class HandCommand(PlayerCommand, frozen=True, kw_only=True):
    """A command of a player about a hand; who gives it may be named, and is then checked."""

    hand: SaidHand = field(name="seat")
    player: Name = ""


class SeatCommand(PlayerCommand, frozen=True, kw_only=True):
    """A command of a player about the seat; who gives it may be named, and is then checked."""

    seat: SaidSeat
    player: Name = ""


class DealerCommand(Command, frozen=True, kw_only=True):
    """A command of the dealer, or of the automatic dealer in the dealer's place."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Role = Role.DEALER


class CardCommand(DealerCommand, frozen=True, kw_only=True):
    """A dealer's command that handles cards."""

    touches_cards: ClassVar[bool] = True


class FloorCommand(Command, frozen=True, kw_only=True):
    """A command of a floorperson or a manager."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    by: Role = Role.FLOORPERSON


class PitCommand(Command, frozen=True, kw_only=True):
    """A command that dealer and floorperson may both give."""

    roles: ClassVar[frozenset[Role]] = PIT
    by: Role = Role.DEALER


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
    """Whether the chips are counted; otherwise no fill is ever due."""


class ComeToTable(DealerCommand, frozen=True, kw_only=True):
    """Take over as dealer."""

    dealer: Name


class Perform(PitCommand, frozen=True, kw_only=True):
    """Do and record a human act that the procedure asks for."""

    act_done: Act


class ShuffleCommand(CardCommand, frozen=True, kw_only=True):
    """A command that puts cards into an order, listed from top to bottom, or unknown if not listed."""

    cards: tuple[Card, ...] = ()
    shuffle: Name = ""
    """Id under which its keeper stores the order."""
    commitment: Name = ""
    """What its keeper publishes of the order."""


class ReceiveDecks(ShuffleCommand, frozen=True, kw_only=True):
    """Receive new decks; preshuffled ones come in the listed order, or in an unknown one."""

    act: ClassVar[Act | None] = Act.RECEIVE_DECKS


class Shuffle(ShuffleCommand, frozen=True, kw_only=True):
    """Shuffle the stack."""

    act: ClassVar[Act | None] = Act.SHUFFLE


class ShuffleStored(ShuffleCommand, frozen=True, kw_only=True):
    """Have the shuffler shuffle the batch that it holds, or after a jam shuffle it by hand."""

    act: ClassVar[Act | None] = Act.SHUFFLE_STORED
    by_hand: bool = False


class OfferCut(CardCommand, frozen=True, kw_only=True):
    """Offer the cut to the next player in line."""

    act: ClassVar[Act | None] = Act.OFFER_CUT


class PlaceCoverCard(CardCommand, frozen=True, kw_only=True):
    """Put the cover card in front of the last `behind` cards; at the least depth by default."""

    act: ClassVar[Act | None] = Act.PLACE_COVER_CARD

    behind: SomeCards | None = None
    unsaid: bool = False
    """Whether the dealer does not say where, so that its place is unknown until it comes out."""


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
    """Offer the bank to the next player in line."""

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


# the cage, and rests


class Fill(FloorCommand, frozen=True, kw_only=True):
    """Bring chips from the cage to the table inventory."""

    does: ClassVar[Act | None] = Act.FILL_TABLE
    amount: Amount


class Credit(FloorCommand, frozen=True, kw_only=True):
    """Take chips from the table inventory to the cage."""

    amount: Amount


class CashOut(PlayerCommand, frozen=True, kw_only=True):
    """Take some of one's chips to the cage, and stay."""

    player: Name
    amount: Amount


class PausePlay(FloorCommand, frozen=True, kw_only=True):
    """Rest the table as it is, in mid-round too, until play is resumed."""

    note: Name = ""


class ResumePlay(FloorCommand, frozen=True, kw_only=True):
    """Go on where play was paused."""

    does: ClassVar[Act | None] = Act.RESUME_PLAY


class CloseTable(FloorCommand, frozen=True, kw_only=True):
    """Close the table between rounds, with its inventory as it was counted, and remove the cards."""

    inventory: Amount | None = None


# reports of what went wrong, or of what the table could not know by itself


class ReportCoverCard(CardCommand, frozen=True, kw_only=True):
    """Say that the cover card came out, where its place was not known.

    It did so with the last card laid aside if none has come out since, nor is to be burned past it, and
    else before the next card.
    """


class ReportFaceUpCard(CardCommand, frozen=True, kw_only=True):
    """Say that the next card of the shoe lies face up."""

    card: Card = ""


class ReportCardDrawnInError(CardCommand, frozen=True, kw_only=True):
    """Say that a card was drawn in error, and whether its face was shown."""

    exposed: bool = False
    card: Card = ""


class ReportNoCardDealt(PitCommand, frozen=True, kw_only=True):
    """Say that a wager got no card in the original deal, or a war wager none in the war deal."""

    hand: SaidHand = field(name="seat")


class ReportShufflerJam(PitCommand, frozen=True, kw_only=True):
    """Say that the shuffler jams, halts or does not finish its cycle."""


class ReportDeviceFailure(PitCommand, frozen=True, kw_only=True):
    """Say that the device cannot be used."""


class ReportBatchNotSecured(PitCommand, frozen=True, kw_only=True):
    """Say that the shuffler does not hold its batch securely, or that it is not ready for play."""


class ReportIrregularity(PitCommand, frozen=True, kw_only=True):
    """Stop play for something that no other command reports."""

    irregularity: Irregularity
    hand: SaidHand | None = field(default=None, name="seat")
    card: Card = ""
    note: Name = ""
    wager: Wager | None = None
    """Of which wager a chip is meant, where two lie there."""


COMMANDS: dict[str, type[Command]] = by_name(Command)
"""Every kind of command by its name."""

_ANSWERED = frozenset(
    {
        *(Act.TAKE_SEAT, Act.PLACE_WAGERS, Act.CHOOSE, Act.RULE),
        *(Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER, Act.ANSWER_BANK, Act.ADD_TO_BANK),
    }
)
"""The acts that several commands can answer."""

RECORDED = frozenset(Act) - _ANSWERED - {act for each in COMMANDS.values() for act in (each.act, each.does)}
"""The acts that `Perform` records; all others have commands of their own."""
REPORTED_WITH: Final = {
    Irregularity.FACE_UP_CARD: "ReportFaceUpCard()",
    Irregularity.CARD_DRAWN_IN_ERROR: "ReportCardDrawnInError()",
    Irregularity.EXPOSED_CARD: "ReportCardDrawnInError(exposed=True)",
    Irregularity.NO_CARD_DEALT: "ReportNoCardDealt(hand=...)",
    Irregularity.SHOE_RAN_OUT: "DealCard()",
    Irregularity.LEFT_WITHOUT_CHOICE: "LeaveTable(player=...)",
    Irregularity.SHUFFLER_JAM: "ReportShufflerJam()",
    Irregularity.DEVICE_FAILED: "ReportDeviceFailure()",
}
"""What is not told with ReportIrregularity, and the command, as Python writes it, that tells it."""
OF_A_HAND: Final = frozenset({Irregularity.NO_WAR_CARD, Irregularity.NO_CHOICE})
"""What ReportIrregularity tells of one hand, which it has to name."""
