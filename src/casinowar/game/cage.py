"""The cage: commands that bring chips from there to the table and take them back, and that rest the table."""

from typing import ClassVar

from casinowar.game.giving import Amount, FloorCommand, Name, PlayerCommand
from casinowar.game.words import Act


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
