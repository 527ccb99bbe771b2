"""OpenSpiel: `pyspiel.load_game("capicu_round", {"rules": "cien"})` after `import capicu.openspiel`.

One round of any game, with a chance node for each dealt tile and each draw. `rules` is the id of a game or the text of a
rule file; `players` 0 is the usual number. Players get 1 for a win, and losing sides share -1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from capicu import Encoding, IllegalAction, Round, Rules, View

__all__ = ["CapicuGame", "CapicuState"]

_GAME_TYPE = pyspiel.GameType(
    short_name="capicu_round",
    long_name="Dominoes: a round of any game of capicu",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=12,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 0, "rules": "jamaican-partner"},
)

# Deals that the rules throw in, one after the other, before the last one counts as accepted.
_MOST_REDEALS = 50

# Tries to find the order of hidden draws.
_MOST_TRIES = 100_000


def _rules(text: str, players: int) -> Rules:
    wanted = players or None
    return Rules.from_toml(text, wanted) if "=" in text else Rules(text, wanted)


class CapicuGame(pyspiel.Game):  # type: ignore[misc]
    """A round of one game; the parameters are `rules` and `players`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = _rules(params.get("rules", "jamaican-partner"), params.get("players", 0))
        self.encoding = Encoding(self.rules)
        self.draws_for_set = self.rules.options["opener"] == "draw-for-set"
        tiles, players = len(self.rules.tiles), self.rules.players
        # Between two tiles each seat passes at most once, and each tile is drawn at most once.
        self.longest = (tiles + 1) * (players + 1) + tiles
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.n_actions,
            max_chance_outcomes=max(tiles, players),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self) -> CapicuState:
        return CapicuState(self)

    def max_chance_nodes_in_history(self) -> int:
        return (_MOST_REDEALS + 1) * (len(self.rules.tiles) + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CapicuObserver:
        return CapicuObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self)


class CapicuState(pyspiel.State):  # type: ignore[misc]
    """A round, perhaps while it is dealt."""

    def __init__(self, game: CapicuGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.encoding = game.encoding
        self.tiles = game.rules.tiles
        self.opener: int | None = None
        self.draws_for_set = game.draws_for_set
        self.redeals = 0
        self._empty_hands()
        self.round: Round | None = None
        # The tiles drawn so far, and whether the next one is being drawn.
        self.drawn: list[str] = []
        self.is_drawing = False
        self.actions: list[str] = []

    def _empty_hands(self) -> None:
        # Seats that play no more get no tiles; before a match all play.
        self.hands: list[list[str]] = [[] for _ in range(self.rules.players)]

    def _left(self) -> list[str]:
        gone = {tile for hand in self.hands for tile in hand} | set(self.drawn)
        return [tile for tile in self.tiles if tile not in gone]

    def _seat_to_deal(self) -> int:
        return next(seat for seat, hand in enumerate(self.hands) if len(hand) < self.rules.hand)

    def current_player(self) -> int:
        if self.round is None or self.is_drawing:
            return int(pyspiel.PlayerId.CHANCE)
        to_act = self.round.to_act
        return int(pyspiel.PlayerId.TERMINAL) if to_act is None else to_act

    def _legal(self, player: int) -> dict[int, str]:
        assert self.round is not None
        return self.encoding.legal(self.round.view(player))

    def _legal_actions(self, player: int) -> list[int]:
        if self.round is None or self.is_drawing or self.round.to_act != player:
            return []
        return sorted(self._legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.draws_for_set and self.opener is None:
            players = self.rules.players
            return [(seat, 1 / players) for seat in range(players)]
        left = self._left()
        return [(self.tiles.index(tile), 1 / len(left)) for tile in left]

    def _replayed(self) -> Round:
        """The round with the boneyard in the order in which it was drawn."""
        round = Round(self.rules, self.hands, self.drawn + self._left(), self.opener)
        for action in self.actions:
            round.play(action)
        return round

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            assert self.round is not None and self.round.to_act is not None
            name = self._legal(self.round.to_act)[action]
            if name == "draw":
                self.is_drawing = True
            else:
                self.round.play(name)
                self.actions.append(name)
        elif self.draws_for_set and self.opener is None:
            self.opener = action
        elif self.is_drawing:
            self.drawn.append(self.tiles[action])
            self.actions.append("draw")
            self.is_drawing = False
            self.round = self._replayed()
        else:
            self.hands[self._seat_to_deal()].append(self.tiles[action])
            if all(len(hand) == self.rules.hand for hand in self.hands):
                self._begin()

    def _begin(self) -> None:
        try:
            self.round = self._replayed()
        except ValueError:
            # The rules throw this deal in.
            self.redeals += 1
            if self.redeals > _MOST_REDEALS:
                raise
            self._empty_hands()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.encoding.name(action)
        if self.draws_for_set and self.opener is None:
            return f"opener {action}"
        what = "draw" if self.is_drawing else "deal"
        return f"{what} {self.tiles[action]}"

    def is_terminal(self) -> bool:
        return self.round is not None and not self.is_drawing and self.round.to_act is None

    def returns(self) -> list[float]:
        outcome = self.round.outcome if self.round else None
        if outcome is None or outcome.side is None:
            return [0.0] * self.rules.players
        loss = -1.0 / (self.rules.sides - 1)
        sides = [self.rules.side(seat) for seat in range(self.rules.players)]
        return [1.0 if side == outcome.side else loss for side in sides]

    def view(self, player: int) -> View | None:
        """The view of a seat; None while the tiles are dealt."""
        return self.round.view(player) if self.round else None

    def __str__(self) -> str:
        hands = " / ".join(" ".join(sorted(hand)) for hand in self.hands)
        drawn = " ".join(self.drawn)
        waits = " ?" if self.is_drawing else ""
        opener = "" if self.opener is None else f" opener {self.opener};"
        return f"{opener}dealt {hands}; drawn {drawn}{waits}; {' '.join(self.actions)}"

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> CapicuState:
        """A state that agrees with all that a player saw; all deals are equally likely, exactly.

        RuntimeError if the order of hidden draws is not found.
        """
        view = self.view(player_id)
        if view is None or self.is_drawing:
            raise ValueError("a deal or draw is open: resample at a decision")
        rng = np.random.default_rng(int(probability_sampler() * 2**53))
        knowledge = view.knowledge()
        for _ in range(_MOST_TRIES):
            owners = knowledge.sample(1, int(rng.integers(2**63)))[0]
            made = self._from_world(view, owners, rng)
            if made is not None:
                return made
        raise RuntimeError("no order of the hidden draws was found")

    def _from_world(self, view: View, owners: Any, rng: Any) -> CapicuState | None:
        """The state of hands that are held now, with a random order of draws; None if it contradicts the moves."""
        held = [
            {tile for tile, owner in zip(self.tiles, owners, strict=True) if owner == seat}
            for seat in range(self.rules.players)
        ]
        for move in view.moves:
            tile = move.action.split("@")[0]
            if tile[0].isdigit():
                held[move.seat].add(tile)
        draws = [move for move in view.moves if move.action == "draw"]
        known = {move.drawn for move in draws if move.drawn}
        hidden = [list(rng.permutation(sorted(hand - known))) for hand in held]
        drawn = [move.drawn or str(hidden[move.seat].pop()) for move in draws]
        made = CapicuState(self.get_game())
        if made.draws_for_set:
            made.apply_action(self.opener)
        for hand in hidden_first(held, drawn):
            for tile in rng.permutation(sorted(hand)):
                made.apply_action(self.tiles.index(str(tile)))
        if made.round is None:
            return None
        rest = iter(drawn)
        try:
            for move in view.moves:
                if made.round is None or made.round.to_act != move.seat:
                    return None
                legal = made.encoding.legal(made.round.view(move.seat))
                code = made.encoding.code(move.action)
                if code not in legal:
                    return None
                made.apply_action(code)
                if move.action == "draw":
                    made.apply_action(self.tiles.index(next(rest)))
        except IllegalAction:
            return None
        return made if made.current_player() == self.current_player() else None


def hidden_first(held: list[set[str]], drawn: list[str]) -> list[set[str]]:
    """The dealt hands: what each seat has had, without what it drew."""
    return [hand - set(drawn) for hand in held]


class CapicuObserver:
    """Observations as tensors and texts, for every mix of public, private and perfect recall."""

    def __init__(self, iig_obs_type: Any, game: CapicuGame) -> None:
        self.public = iig_obs_type.public_info
        self.recall = iig_obs_type.perfect_recall
        self.private = iig_obs_type.private_info
        self.game = game
        rules, encoding = game.rules, game.encoding
        n_tiles = dict(encoding.parts)["hand"]
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (rules.players,))]
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            pieces.append(("hand", (n_tiles,)))
        elif self.private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            pieces.append(("hands", (rules.players, n_tiles)))
        if self.public:
            pieces.append(("table", (encoding.n_observation - n_tiles,)))
            if self.recall:
                # Seat, action and a drawn tile that the player saw, each plus 1.
                pieces.append(("history", (game.longest, 3)))
        size = sum(int(np.prod(shape)) for _, shape in pieces)
        self.tensor = np.zeros(size, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in pieces:
            length = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + length].reshape(shape)
            at += length
        self.n_tiles = n_tiles

    def set_from(self, state: CapicuState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        encoding = self.game.encoding
        for seat in range(self.game.rules.players):
            hand = state.round.hands[seat] if state.round else state.hands[seat]
            codes = [encoding.code(tile) for tile in hand]
            if "hand" in self.dict and seat == player:
                self.dict["hand"][codes] = 1
            if "hands" in self.dict:
                self.dict["hands"][seat, codes] = 1
        view = state.view(player)
        if view is None:
            return
        if "table" in self.dict:
            self.dict["table"][:] = encoding.observe(view)[self.n_tiles :]
        if "history" in self.dict:
            for row, move in zip(self.dict["history"], view.moves, strict=False):
                shown = self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER or move.shown
                tile = encoding.code(move.drawn) + 1 if move.drawn and shown else 0
                row[:] = (move.seat + 1, encoding.code(move.action) + 1, tile)

    def string_from(self, state: CapicuState, player: int) -> str:
        view = state.view(player)
        parts = [f"seat {player}"]
        hands = state.round.hands if state.round else [sorted(hand) for hand in state.hands]
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts.append("hand " + " ".join(hands[player]))
        elif self.private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            parts.append("hands " + " / ".join(map(" ".join, hands)))
        if self.public and view is not None:
            ends = " ".join(f"{tile}({number})" for tile, number in view.ends)
            parts.append(f"ends {ends}; held {view.held}; boneyard {view.boneyard_len}; to act {view.to_act}")
            if self.recall:
                private = self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER
                moves = [
                    f"{move.seat} {move.action} {move.drawn if move.drawn and (private or move.shown) else ''}".strip()
                    for move in view.moves
                ]
                parts.append(", ".join(moves))
        return "; ".join(parts)


pyspiel.register_game(_GAME_TYPE, CapicuGame)
