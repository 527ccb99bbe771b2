"""OpenSpiel's bots as players of the arena, in its game python_block_dominoes: openspiel.toml.

openspiel_bot.py random | mcts:DEALS:SIMULATIONS

OpenSpiel has no way to imagine the hidden tiles of this game, so that is done here: DEALS deals that
agree with every pass, all equally likely; its MCTS bot with random rollouts plays each of them as if
all tiles lay open, and what it chooses most often is played.
"""
import collections
import random
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.games import block_dominoes

import table

GAME = pyspiel.load_game("python_block_dominoes")
INDEX = {text: i for i, text in enumerate(block_dominoes._ACTIONS_STR)}
DECK = {tile: i for i, tile in enumerate(block_dominoes._DECK)}


def tile_of(tile):
    """OpenSpiel's tile: the lower number first."""
    high, low = table.pips_of(tile)
    return (float(low), float(high))


def action_of(seat, tile, pip):
    """OpenSpiel's number of an action."""
    edge = None if pip is None else float(pip)
    return INDEX[str(block_dominoes.Action(seat, tile_of(tile), edge))]


def imagined(seen):
    """The other's hand as dealt: what it laid, and as many unseen tiles that it may hold."""
    other = 1 - seen.seat
    laid = [tile for seat, tile, _, _ in seen.moves if seat == other and tile is not None]
    missing = set()
    line = table.Line()
    for seat, tile, left, pip in seen.moves:
        if tile is None:
            if seat == other:
                missing |= {line.left_pip, line.right_pip}
        elif pip is None:
            line.lay(tile)
        else:
            line.lay(tile, line.left if left else line.right)
    may = [tile for tile in seen.unseen() if not missing & set(table.pips_of(tile))]
    return laid + random.sample(may, seen.held[other])


def state_of(seen, others):
    """The state of the game, the other hand being this."""
    hands = [seen.dealt, others] if seen.seat == 0 else [others, seen.dealt]
    state = GAME.new_initial_state()
    for tile in hands[0] + hands[1]:
        state.apply_action(DECK[tile_of(tile)])
    for seat, tile, _, pip in seen.moves:
        if tile is not None:
            state.apply_action(action_of(seat, tile, pip))
    return state


def main(text):
    name, *numbers = text.split(":")
    rng = np.random.RandomState()

    def pip_at(tile, on):
        if on is None:
            return None
        pips = table.pips_of(tile)
        return next(e["pip"] for e in seen_ends if e["on"] == on and e["pip"] in pips)

    def choose(seen):
        nonlocal seen_ends
        seen_ends = seen.ends
        laid = ((action, *table.laid(action)) for action in seen.legal)
        legal = {action_of(seen.seat, tile, pip_at(tile, on)): action for action, tile, on in laid}
        if name == "random":
            return random.choice(list(legal.values()))
        deals, simulations = map(int, numbers)
        votes = collections.Counter()
        for _ in range(deals):
            state = state_of(seen, imagined(seen))
            evaluator = mcts.RandomRolloutEvaluator(1, rng)
            bot = mcts.MCTSBot(GAME, 2, simulations, evaluator, random_state=rng)
            votes[bot.step(state)] += 1
        return legal[votes.most_common(1)[0][0]]

    def begin(seed):
        random.seed(seed)
        rng.seed(seed)

    seen_ends = []
    table.play(f"OpenSpiel {text}", choose, begin)


main(sys.argv[1])
