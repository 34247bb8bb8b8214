"""An episode: one table from opening to end, and how far each agent has followed it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from casinowar.environments.observation import Observation, SeenCards, View
from casinowar.environments.turns import Turns


class Episode:
    def __init__(self, turns: Turns, view: View) -> None:
        self.turns, self.view, self.seen = turns, view, SeenCards()
        self._told: dict[str, int] = {}
        self._counted = 0
        self._count()

    def take(self, player: str, action: object) -> None:
        self.turns.take(player, action)
        self._count()

    def observation(self, player: str) -> Observation:
        return self.view.seen_by(player, self.turns, self.seen)

    def info(self, player: str) -> dict[str, Any]:
        events = self.turns.table.events
        news = tuple(events[self._told.get(player, 0) :])
        self._told[player] = len(events)
        return {"action_mask": self.mask(player), "events": news}

    def mask(self, player: str) -> npt.NDArray[np.int8]:
        """Mark a player's lawful actions: none unless it is the player's turn."""
        turn = self.turns.turn
        if turn is None or turn.player != player:
            return np.zeros(len(self.turns.menu), np.int8)
        return np.array(self.turns.lawful(), np.int8)

    def _count(self) -> None:
        events = self.turns.table.events
        self.seen.take(events[self._counted :])
        self._counted = len(events)
