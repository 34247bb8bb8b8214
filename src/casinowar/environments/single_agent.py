"""One player at a seat, as a Gymnasium environment."""

from os import PathLike
from typing import Any, ClassVar, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces

from casinowar.environments.computer_player import CHIPS, computer_action
from casinowar.environments.episode import Episode
from casinowar.environments.observation import Observation
from casinowar.environments.table_factory import Settings, TableFactory
from casinowar.game.refusal import InputError, Refusal
from casinowar.parsing import whole_number

YOU = "you"
"""The agent's name at the table."""
_BANKERS = 2
"""Other players that a bank needs, so that one of them may always take it."""


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat at a table of any rulebook, with companions if wanted.

    >>> env = SeatEnv("maryland", rounds=10)
    >>> observation, info = env.reset(seed=7)
    >>> wager, done = env.menu.number("initial", 10), env.menu.number("done")
    >>> observation, reward, terminated, truncated, info = env.step(wager)
    >>> observation, reward, terminated, truncated, info = env.step(done)
    >>> reward, observation["chips"]
    (-10.0, array([990.]))

    What the law refuses changes nothing: `info["refusal"]` says why, and the question stands.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]  # one for all

    def __init__(
        self,
        rulebook: str | PathLike[str] = "maryland",
        *,
        seat: int = 1,
        companions: int | None = None,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Choose a rulebook, any of `Settings`, a seat, and the number of computer players.

        A computer player wagers the minimum and goes to war. If players bank, there are two by default, who
        take the bank whenever they may; otherwise none.
        """
        self._factory = TableFactory(rulebook, settings)
        rules = self._factory.rules
        if companions is None:
            companions = _BANKERS if rules.book.bank is not None else 0
        whole_number("The number of companions", companions, 0, rules.seats - 1)
        seat = whole_number("A seat", seat, 1, rules.seats)
        others = [place for place in range(1, rules.seats + 1) if place != seat][:companions]
        people = {f"companion {place}": place for place in others}
        self._seats = dict(sorted({YOU: seat, **people}.items(), key=lambda each: each[1]))
        self._chips = {**dict.fromkeys(people, CHIPS), YOU: self._factory.chips}
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise InputError(f"A seat is rendered as 'ansi', not as {render_mode!r}.")
        self.render_mode = render_mode
        self.menu = self._factory.menu
        self.action_space = spaces.Discrete(len(self.menu))
        self.observation_space = self._factory.view.space()
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a new table; `options` are not used."""
        seed = None if seed is None else whole_number("A seed", seed, 0)
        super().reset(seed=seed, options=options)
        chance = int(self.np_random.integers(2**63))
        self._episode = self._factory.episode(self._seats, self._chips, chance)
        self._let_companions_play()
        return self._episode.observation(YOU), self._episode.info(YOU)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; the reward is the result of a round once it is complete."""
        episode, turns, refused = self.episode, self.episode.turns, {}
        try:
            episode.take(YOU, action)
        except Refusal as refusal:
            refused = {"refusal": str(refusal)}
        self._let_companions_play()
        reward = turns.won()[YOU] / self._factory.unit
        terminated = turns.has_left(YOU) or (turns.turn is None and not turns.is_over)
        truncated = turns.is_over and not terminated
        info = {**episode.info(YOU), **refused}
        return episode.observation(YOU), reward, terminated, truncated, info

    def render(self) -> str | None:
        return repr(self.episode.turns.table) if self.render_mode == "ansi" else None

    @property
    def episode(self) -> Episode:
        if self._episode is None:
            raise InputError("No table is open yet: reset opens one.")
        return self._episode

    def _let_companions_play(self) -> None:
        turns = self.episode.turns
        while (turn := turns.turn) is not None and turn.player != YOU and not turns.has_left(YOU):
            self.episode.take(turn.player, computer_action(turns, turn))
