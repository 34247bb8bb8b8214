"""Settings of an environment, and a new table for each episode."""

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TypedDict

from casinowar.environments.actions import menu_of
from casinowar.environments.episode import Episode
from casinowar.environments.observation import View
from casinowar.environments.turns import ASKED, Turns
from casinowar.game.book.house import House
from casinowar.game.commands import Sit
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.parsing import money, whole_number, yes_or_no
from casinowar.table_api import Money, Table


class Settings(TypedDict, total=False):
    house: House | str | PathLike[str] | None
    readings: Mapping[str, str] | None
    limits: Mapping[str, tuple[Money, Money]] | None
    stakes: Mapping[str, Iterable[Money]] | None
    """The amounts on the menu, by wager and for the bank; by default, steps from the minimum."""
    chips: Money
    """What an agent brings to the table; $1,000 by default."""
    rounds: int | None
    """Rounds per episode, 100 by default; None plays until no agent can wager."""
    unit: Money
    """Dollars per reward of 1; one by default."""
    counting: bool
    """Whether to show the cards seen since the shuffle by rank; true by default."""


class TableFactory:
    def __init__(self, rulebook: str | PathLike[str], settings: Settings) -> None:
        if unknown := settings.keys() - Settings.__annotations__.keys():
            known = ", ".join(Settings.__annotations__)
            raise InputError(f"There is no setting {min(unknown)!r}; there are: {known}.")
        self._rulebook, self._settings = rulebook, settings
        table = self._table(seed=0)
        self.rules = table.rules
        self.menu = menu_of(self.rules, settings.get("stakes"))
        counting = yes_or_no("counting", settings.get("counting", True))
        self.view = View.of(self.rules, table.state.meters, counting=counting)
        self.chips = money(str(settings.get("chips", 1000)))
        if not self.chips:
            raise InputError("An agent brings chips, more than nothing.")
        self.unit = money(str(settings.get("unit", 1)))
        if not self.unit:
            raise InputError("The unit of rewards is more than nothing.")
        rounds = settings.get("rounds", 100)
        self.rounds = None if rounds is None else whole_number("The number of rounds", rounds, 1)

    def episode(self, seats: Mapping[str, int], chips: Mapping[str, Cents], seed: int) -> Episode:
        table = self._table(seed)
        for player, seat in seats.items():
            table.give(Sit(player=player, seat=seat, chips=chips[player]))
        turns = Turns(table, self.menu, seats, self.rounds)
        if poor := [player for player in seats if turns.has_left(player)]:
            has, why = dollars(chips[poor[0]]), turns.why[poor[0]]
            raise InputError(f"Nothing on the menu can be wagered with {has} in chips; {why}")
        if turns.turn is None:
            raise InputError(f"{len(seats)} at the table are too few: {table.due.act} [{table.due.clause}].")
        return Episode(turns, self.view)

    def _table(self, seed: int) -> Table:
        settings = self._settings
        return Table(
            self._rulebook,
            house=settings.get("house"),
            readings=settings.get("readings"),
            limits=settings.get("limits"),
            seed=seed,
            asking=ASKED,
        )
