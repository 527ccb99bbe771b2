"""PettingZoo: `capicu/round-v0` and `capicu/match-v0`.

`env("cien")` or `raw_env(Rules(...))`, or `pettingzoo.make("aec", "capicu/round-v0")` after the import. Agents are seat_0, seat_1 and so on. An observation is a dict: "observation" u8 and
"action_mask" i8, as `capicu.Encoding` numbers them. At the end the winners get 1, and the others share -1.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, register  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from capicu import Rules
from capicu._episode import Episode, Kind, box, rules_of

__all__ = ["env", "match_v0", "raw_env", "round_v0"]


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises IllegalAction."""

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi"],
        "name": "capicu/round-v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: str | Rules = "jamaican-partner",
        players: int | None = None,
        episode: Kind = "round",
        max_rounds: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode `{render_mode}`: write human or ansi")
        self._episode = Episode(rules_of(rules, players), episode, max_rounds)
        self.metadata = type(self).metadata | {"name": f"capicu/{episode}-v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episode.rules.players)]
        encoding = self._episode.encoding
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(encoding.n_actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(**box(encoding)),
                    "action_mask": gymnasium.spaces.Box(0, 1, (encoding.n_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        episode = self._episode
        return {
            "observation": episode.encoding.observe(episode.view(seat)),
            "action_mask": episode.mask(seat),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._episode.begin(seed)
        # Rules may end a round at the deal.
        while self._episode.seat is None:
            self._episode.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.seat]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._episode.seat
        if seat is None:
            truncated = self._episode.truncated
            ends = self.truncations if truncated else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.possible_agents, self._episode.results(), strict=True))
            seat = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: human or ansi")
            return None
        text = self._episode.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass


def env(
    rules: str | Rules = "jamaican-partner",
    players: int | None = None,
    episode: Kind = "round",
    max_rounds: int = 1000,
    render_mode: str | None = None,
) -> Any:
    """The environment with the usual wrappers: an illegal action ends the episode with -1 for its seat."""
    wrapped: Any = raw_env(rules, players, episode, max_rounds, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class round_v0:
    """`capicu/round-v0`, as a module of PettingZoo has it."""

    raw_env = staticmethod(raw_env)
    env = staticmethod(env)


class match_v0:
    """`capicu/match-v0`, as a module of PettingZoo has it."""

    @staticmethod
    def raw_env(*arguments: Any, **keywords: Any) -> Any:
        return raw_env(*arguments, **({"episode": "match"} | keywords))

    @staticmethod
    def env(*arguments: Any, **keywords: Any) -> Any:
        return env(*arguments, **({"episode": "match"} | keywords))


for kind in ("round", "match"):
    register(
        "aec",
        f"capicu/{kind}-v0",
        entry_point="capicu.pettingzoo:env",
        kwargs={"episode": kind},
    )
