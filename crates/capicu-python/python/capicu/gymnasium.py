"""Gymnasium: one seat of a round or match against bots, and many environments at once.

`import capicu.gymnasium` registers `capicu/Round-v0` and `capicu/Match-v0`. The legal actions are in
`info["action_mask"]`, as `capicu.Encoding` numbers them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from capicu import Bot, Encoding, Rules, VecEnv, View
from capicu._episode import Episode, Kind, box, rules_of

__all__ = ["SeatEnv", "SelfPlayVectorEnv"]

Policy = Callable[[View], str]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat; the others are played by a bot, or by a function from a view to an action.

    The reward at the end is 1 for a win, 0 for a tie, and the share of -1 that the losing sides have. An action that
    is not legal raises IllegalAction.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str | Rules = "jamaican-partner",
        players: int | None = None,
        seat: int = 0,
        opponents: str | Policy = "counter",
        episode: Kind = "round",
        max_rounds: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self._episode = Episode(rules_of(rules, players), episode, max_rounds)
        if not 0 <= seat < self._episode.rules.players:
            raise ValueError(f"seat {seat}: seats are 0 to {self._episode.rules.players - 1}")
        self.seat = seat
        self._opponents = opponents
        self._policy: Policy = Bot(opponents) if isinstance(opponents, str) else opponents
        self.render_mode = render_mode
        encoding = self._episode.encoding
        self.observation_space = gymnasium.spaces.Box(**box(encoding))
        self.action_space = gymnasium.spaces.Discrete(encoding.n_actions)

    def _others_play(self) -> None:
        episode = self._episode
        while episode.seat not in (None, self.seat):
            assert episode.seat is not None
            episode.game.play(self._policy(episode.view(episode.seat)))

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        episode = self._episode
        observation = episode.encoding.observe(episode.view(self.seat))
        return observation, {"action_mask": episode.mask(self.seat)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None and isinstance(self._opponents, str):
            self._policy = Bot(self._opponents, seed=seed)
        self._episode.begin(seed)
        self._others_play()
        # A round may end before the seat has a turn.
        while self._episode.seat is None:
            self._episode.begin()
            self._others_play()
        return self._shown()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._episode.play(int(action))
        self._others_play()
        observation, info = self._shown()
        truncated = self._episode.truncated
        terminated = self._episode.seat is None and not truncated
        return observation, self._episode.results()[self.seat], terminated, truncated, info

    def render(self) -> Any:
        return self._episode.text()


class SelfPlayVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many rounds or matches, in which one policy plays every seat.

    `info["seat"]` has the seat to act and `info["action_mask"]` its legal actions. The reward is that of the seat that
    acted; `info["reward"]` has those of all seats. The arrays of an info and the observation change with every step.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | Rules = "jamaican-partner",
        players: int | None = None,
        seed: int = 0,
        episode: Kind = "round",
        threads: int = 1,
    ) -> None:
        self.env = VecEnv(
            rules_of(rules, players), num_envs, seed, episode=episode, threads=threads
        )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        encoding = Encoding(self.env.rules)
        self.single_observation_space = gymnasium.spaces.Box(**box(encoding))
        self.single_action_space = gymnasium.spaces.Discrete(encoding.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def _info(self) -> dict[str, Any]:
        env = self.env
        return {"action_mask": env.mask, "seat": env.seat, "reward": env.reward}

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("seed: write a number; environment i has that number plus i")
        self.env.reset(seed)
        return self.env.observation, self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        acted = self.env.seat.copy()
        observation, reward, terminated, truncated = self.env.step(
            np.ascontiguousarray(actions, np.int32)
        )
        return observation, reward[self._rows, acted], terminated, truncated, self._info()


for kind in ("round", "match"):
    gymnasium.register(
        f"capicu/{kind.capitalize()}-v0",
        entry_point="capicu.gymnasium:SeatEnv",
        vector_entry_point="capicu.gymnasium:SelfPlayVectorEnv",
        kwargs={"episode": kind},
    )
