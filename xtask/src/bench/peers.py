"""Random rounds and exact solutions of the peers, one figure a line."""

import random
import sys
import time

SECONDS = float(sys.argv[1])
random.seed(42)


def rate(name, play):
    """How often a second; the best of three."""
    best = 0.0
    for _ in range(3):
        count, begun = 0, time.process_time()
        while time.process_time() - begun < SECONDS / 3:
            play()
            count += 1
        best = max(best, count / (time.process_time() - begun))
    print("rate", name, round(best, 2), flush=True)


def open_spiel(name):
    import pyspiel
    import open_spiel.python.games  # noqa: F401

    game = pyspiel.load_game(name)

    def play():
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))

    rate(name, play)



def dominoes_rounds():
    import dominoes

    def play():
        game = dominoes.Game.new(starting_player=0)
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))

    rate("dominoes", play)


def all_fives_rounds():
    # The package installs its code under the name `src`.
    from src.main.game.Brain import RandomBrain
    from src.main.game.DominoRound import DominoRound
    from src.main.game.Game import Game
    from src.main.game.Player import Player

    players = Player(RandomBrain()), Player(RandomBrain())
    game = Game(*players)

    def play():
        # Its players keep their scores, and at the target the match ends in the middle of a round.
        for player in players:
            player._score = 0
        DominoRound(*players, game).run()

    rate("all-fives-domino", play)


def text(domino):
    a, b = sorted((domino.first, domino.second), reverse=True)
    return f"{a}-{b}"


def dominoes_values(positions, laid):
    """Positions with their exact values: hands, moves with the number they join, value for seats 0 and 2."""
    import dominoes

    while positions > 0:
        game = dominoes.Game.new(starting_player=0)
        hands = " / ".join(" ".join(map(text, hand)) for hand in game.hands)
        moves = []
        while game.result is None and len(moves) < laid:
            domino, left = random.choice(game.valid_moves)
            board = game.board
            end = (board.left_end() if left else board.right_end()) if moves else "-"
            moves.append(f"{text(domino)}@{end}")
            game.make_move(domino, left)
        if game.result is None:
            begun = time.process_time()
            _, value = dominoes.search.alphabeta(game)
            took = time.process_time() - begun
            print("value", hands, "|", " ".join(moves), "|", value, "|", took, flush=True)
            positions -= 1


def guarded(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:  # A peer that does not run is told, not hidden.
        print("missing", arguments or work.__name__, repr(error)[:120], flush=True)


guarded(dominoes_rounds)
guarded(all_fives_rounds)
guarded(open_spiel, "python_block_dominoes")
guarded(open_spiel, "python_team_dominoes")
guarded(dominoes_values, 60, 12)
guarded(dominoes_values, 60, 10)
guarded(dominoes_values, 3, 1)
