"""The cage: commands that bring chips from there to the table inventory, and take them back."""

from typing import ClassVar

from casinowar.game.giving import Amount, FloorCommand
from casinowar.game.words import Act


class Fill(FloorCommand, frozen=True, kw_only=True):
    """Bring chips from the cage to the table inventory."""

    does: ClassVar[Act | None] = Act.FILL_TABLE
    amount: Amount


class Credit(FloorCommand, frozen=True, kw_only=True):
    """Take chips from the table inventory to the cage."""

    amount: Amount


class CloseTable(FloorCommand, frozen=True, kw_only=True):
    """Close the table between rounds, with its inventory as it was counted, and remove the cards."""

    inventory: Amount | None = None
