"""Commands that report what went wrong, or what the table could not know by itself."""

from typing import Final

from msgspec import field

from casinowar.game.cards import Card
from casinowar.game.giving import CardCommand, Name, PitCommand, SaidHand
from casinowar.game.words import Irregularity, Wager


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
