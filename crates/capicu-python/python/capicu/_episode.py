"""An episode as the environments for one process play it: a round or a match, with its rewards."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from capicu import Encoding, Match, Outcome, Round, Rules, View

Kind = Literal["round", "match"]


def rules_of(rules: str | Rules, players: int | None) -> Rules:
    """The rules of a game by its id, or the rules themselves."""
    if isinstance(rules, Rules):
        if players not in (None, rules.players):
            raise ValueError(f"players: the rules are for {rules.players}")
        return rules
    return Rules(rules, players=players)


class Episode:
    """A round or a match in play. Deals come from `seed`, or without one from a generator."""

    def __init__(self, rules: Rules, kind: Kind, max_rounds: int = 1000) -> None:
        if kind not in ("round", "match"):
            raise ValueError(f"episode `{kind}`: write round or match")
        self.rules = rules
        self.kind = kind
        self.max_rounds = max_rounds
        self.encoding = Encoding(rules)
        self._generator = np.random.default_rng()
        self._game: Round | Match | None = None

    def begin(self, seed: int | None = None) -> None:
        """Deals: with a seed as `Round.deal` and `Match` do, which later episodes then follow."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        else:
            seed = int(self._generator.integers(2**63))
        if self.kind == "round":
            self._game = Round.deal(self.rules, seed)
        else:
            self._game = Match(self.rules, seed)

    @property
    def game(self) -> Round | Match:
        if self._game is None:
            raise ValueError("call reset first")
        return self._game

    @property
    def seat(self) -> int | None:
        """The seat to act; None after the end."""
        return None if self.truncated else self.game.to_act

    @property
    def truncated(self) -> bool:
        """Whether a match has too many rounds."""
        game = self.game
        return isinstance(game, Match) and game.to_act is not None and game.rounds >= self.max_rounds

    def legal(self) -> dict[int, str]:
        """The distinct actions of the seat to act by their numbers."""
        seat = self.seat
        return {} if seat is None else self.encoding.legal(self.game.view(seat))

    def play(self, code: int) -> None:
        """Plays the action of a number; IllegalAction if it is not legal."""
        legal = self.legal()
        self.game.play(legal.get(int(code)) or self.encoding.name(int(code)))

    def view(self, seat: int) -> View:
        return self.game.view(seat)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each legal action of a seat; all 0 when another seat is to act."""
        mask = np.zeros(self.encoding.n_actions, np.int8)
        if self.seat == seat:
            mask[list(self.legal())] = 1
        return mask

    def results(self) -> list[float]:
        """By seat 1 for the winners, the others share -1; 0 after a tie and before the end."""
        winner = self._winner()
        if winner is None:
            return [0.0] * self.rules.players
        loss = -1.0 / (self.rules.sides - 1)
        sides = [self.rules.side(seat) for seat in range(self.rules.players)]
        return [1.0 if side == winner else loss for side in sides]

    def _winner(self) -> int | None:
        game = self.game
        if isinstance(game, Match):
            return game.result.winner if game.result else None
        outcome: Outcome | None = game.outcome
        return outcome.side if outcome else None

    def text(self) -> str:
        """What everybody sees, in lines of text."""
        view = self.view(0)
        held = " ".join(f"{seat}:{n}" for seat, n in enumerate(view.held))
        ends = " ".join(f"{tile}({number})" for tile, number in view.ends) or "-"
        scores = " ".join(map(str, view.scores))
        return f"ends {ends}\ntiles {held}, boneyard {view.boneyard_len}\nscores {scores}\nto act {view.to_act}"


def box(encoding: Encoding) -> dict[str, Any]:
    """The arguments of the space of observations."""
    return {"low": 0, "high": 255, "shape": (encoding.n_observation,), "dtype": np.uint8}
