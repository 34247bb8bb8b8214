"""Several players at a table, as a PettingZoo environment of turns (AEC)."""

from os import PathLike
from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from casinowar.environments.episode import Episode
from casinowar.environments.observation import Observation
from casinowar.environments.table_factory import Settings, TableFactory
from casinowar.game.refusal import InputError, Refusal
from casinowar.parsing import whole_number


class TableEnv(AECEnv[str, Observation, "np.int64 | int | None"]):
    """A table of any rulebook with an agent at each of its first seats: `seat_1`, `seat_2` and so on.

    >>> env = TableEnv("wisconsin", seats=2, rounds=1)
    >>> env.reset(seed=29)
    >>> wager, done, war = env.menu.number("initial", 10), env.menu.number("done"), env.menu.number("war")
    >>> for action in (wager, done, wager, done):
    ...     env.step(action)
    >>> env.agent_selection, env.infos["seat_1"]["action_mask"][war]
    ('seat_1', np.int8(1))

    Wagers are asked seat by seat, choices in the order that the book sets. What the law refuses changes
    nothing: the agent's info says why under `refusal`, and the question stands.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "casinowar_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rulebook: str | PathLike[str] = "maryland",
        *,
        seats: int = 2,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Choose a rulebook, any of `Settings`, and the number of agents."""
        super().__init__()
        self._factory = TableFactory(rulebook, settings)
        seats = whole_number("The number of seats", seats, 1, self._factory.rules.seats)
        self._seats = {f"seat_{seat}": seat for seat in range(1, seats + 1)}
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise InputError(f"A table is rendered as 'ansi', not as {render_mode!r}.")
        self.render_mode = render_mode
        self.menu = self._factory.menu
        self.possible_agents = [*self._seats]
        self.action_spaces = {agent: spaces.Discrete(len(self.menu)) for agent in self._seats}
        self.observation_spaces = {agent: self._factory.view.space() for agent in self._seats}
        self._chance = np.random.default_rng()
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - what PettingZoo passes
        """Open a new table; `options` are not used."""
        if seed is not None:
            self._chance = np.random.default_rng(whole_number("A seed", seed, 0))
        chips = dict.fromkeys(self._seats, self._factory.chips)
        self._episode = self._factory.episode(self._seats, chips, int(self._chance.integers(2**63)))
        self.agents = [*self._seats]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def step(self, action: np.int64 | int | None) -> None:
        """Take the action of the agent whose turn it is; rewards come when a round is complete."""
        turns, refused = self.episode.turns, {}
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            self.episode.take(agent, action)
        except Refusal as refusal:
            refused = {"refusal": str(refusal)}
        won = turns.won()
        for each in self.agents:
            self.rewards[each] = won[each] / self._factory.unit
            stuck = turns.turn is None and not turns.is_over
            self.terminations[each] = turns.has_left(each) or stuck
            self.truncations[each] = turns.is_over and not self.terminations[each]
        self._ask()
        self.infos[agent] |= refused
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        return self.episode.observation(self._known(agent))

    def render(self) -> str | None:
        return repr(self.episode.turns.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self._episode = None

    @property
    def episode(self) -> Episode:
        if self._episode is None:
            raise InputError("No table is open yet: reset opens one.")
        return self._episode

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise InputError(f"There is no agent {agent!r}; there are: {', '.join(self._seats)}.")
        return agent

    def _ask(self) -> None:
        turn = self.episode.turns.turn
        asked = self.agents if turn is None else [turn.player]
        self.agent_selection = asked[0]
        for agent in asked:
            self.infos[agent] = self.episode.info(agent)
