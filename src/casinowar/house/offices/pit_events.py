"""What happened in the pit."""

from typing import Final

from casinowar.game.money import Cents, dollars
from casinowar.house.offices.base import OfficeEvent
from casinowar.house.offices.chip_counts import ChipCount
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.slips import SlipKind


class SlipEvent(OfficeEvent, frozen=True, kw_only=True):
    """Something happened to a slip."""

    table: str
    slip: str
    who: str


class SlipAsked(SlipEvent, frozen=True, kw_only=True):
    """A slip was asked for; nothing moves yet."""

    kind: SlipKind
    chips: ChipCount
    amount: Cents

    def sentence(self) -> str:
        """Say it."""
        said = f"{self.who} asked for {self.kind} {self.slip} at {self.table}"
        return f"{said}: {dollars(self.amount)}."


class SlipAgreed(SlipEvent, frozen=True, kw_only=True):
    """A second person agreed."""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.who} agreed to {self.slip} at {self.table}."


class SlipRefused(SlipEvent, frozen=True, kw_only=True):
    """A slip was refused, or taken back."""

    note: str = ""

    def sentence(self) -> str:
        """Say it."""
        return f"{self.who} refused {self.slip} at {self.table}. {self.note}".strip()


class SlipCarriedOut(SlipEvent, frozen=True, kw_only=True):
    """The chips of a slip moved."""

    version: int

    def sentence(self) -> str:
        """Say it."""
        return f"{self.slip} was carried out at {self.table}."


class SlipVoided(SlipEvent, frozen=True, kw_only=True):
    """The table could not do it; nothing moved."""

    note: str

    def sentence(self) -> str:
        """Say it."""
        return f"{self.slip} at {self.table} is void: {self.note}"


class CashDropped(OfficeEvent, frozen=True, kw_only=True):
    """A player's cash went into a drop box."""

    table: str
    day: str
    player: str
    amount: Cents
    who: str

    def sentence(self) -> str:
        """Say it."""
        return f"{self.who} took {dollars(self.amount)} of {self.player} into the box of {self.table}."


class DropCounted(OfficeEvent, frozen=True, kw_only=True):
    """A drop box was counted, and compared with what was put in."""

    table: str
    day: str
    amount: Cents
    expected: Cents
    who: str

    def sentence(self) -> str:
        """Say it."""
        counted = f"{self.who} counted {dollars(self.amount)} in the box of {self.table} of {self.day}"
        return f"{counted}, where {dollars(self.expected)} was put in."


class DropCorrected(OfficeEvent, frozen=True, kw_only=True):
    """A drop box was counted wrong, and two people said what was in it."""

    table: str
    day: str
    amount: Cents
    who: str
    note: str

    def sentence(self) -> str:
        """Say it."""
        corrected = f"{self.who} corrected the count of the box of {self.table} of {self.day}"
        return f"{corrected} to {dollars(self.amount)}: {self.note}"


class DealerClockedIn(OfficeEvent, frozen=True, kw_only=True):
    """A dealer's time began."""

    dealer: str

    def sentence(self) -> str:
        """Say it."""
        return f"{self.dealer} clocked in."


class DealerClockedOut(OfficeEvent, frozen=True, kw_only=True):
    """A dealer's time ended."""

    dealer: str

    def sentence(self) -> str:
        """Say it."""
        return f"{self.dealer} clocked out."


class HoursPosted(OfficeEvent, frozen=True, kw_only=True):
    """The house has other hours."""

    hours: Hours

    def sentence(self) -> str:
        """Say it."""
        return "Other hours were posted."


class ChipsIssued(OfficeEvent, frozen=True, kw_only=True):
    """The house has other chips."""

    denominations: tuple[Cents, ...]

    def sentence(self) -> str:
        """Say it."""
        return f"The chips of the house are {', '.join(map(dollars, self.denominations))}."


EVENTS: Final = (
    *(SlipAsked, SlipAgreed, SlipRefused, SlipCarriedOut, SlipVoided),
    *(CashDropped, DropCounted, DropCorrected, DealerClockedIn, DealerClockedOut, HoursPosted, ChipsIssued),
)
