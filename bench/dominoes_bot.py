"""The bots of the package `dominoes` as players of the arena.

dominoes_bot.py random | reverse | double | bota_gorda | alphabeta:START:SAMPLES

`alphabeta` is its probabilistic_alphabeta from move START on with SAMPLES imagined deals, ordering
and opening by bota_gorda; `all` in place of a number imagines every deal. The bots that look into
other hands are not offered. Play it by its own rules: dominoes.toml.
"""
import random
import sys

import dominoes

import table


def bot(text):
    """The player of this name."""
    simple = {
        "random": dominoes.players.random,
        "reverse": dominoes.players.reverse,
        "double": dominoes.players.double,
        "bota_gorda": dominoes.players.bota_gorda,
    }
    if text in simple:
        return simple[text]
    name, start, samples = text.split(":")
    if name != "alphabeta":
        raise SystemExit(f"there is no bot called {name}")
    size = float("inf") if samples == "all" else int(samples)
    gorda = dominoes.players.bota_gorda
    search = dominoes.players.probabilistic_alphabeta(int(start), size, gorda)

    def both(game):
        gorda(game)
        search(game)

    return both


def domino(tile):
    """The package's tile."""
    high, low = table.pips_of(tile)
    return dominoes.Domino(low, high)


def game_of(seen):
    """The package's game as the seat sees it. Whoever else holds what is made up: the package only
    asks how many, and which tiles all of them hold together."""
    board = dominoes.Board()
    moves = []
    for _, tile, left, _ in seen.moves:
        if tile is None:
            moves.append(None)
        else:
            board.add(domino(tile), left)
            moves.append((domino(tile), left))
    unseen = seen.unseen()
    hands = []
    for seat, held in enumerate(seen.held):
        if seat == seen.seat:
            hands.append(dominoes.Hand([domino(tile) for tile in seen.hand]))
        else:
            hands.append(dominoes.Hand([domino(unseen.pop()) for _ in range(held)]))
    game = dominoes.Game(board, hands, moves, seen.seat, (), seen.opener, None)
    if seen.line.laid:
        game._update_valid_moves()
    else:
        game.valid_moves = tuple((tile, True) for tile in game.hands[seen.seat])
    return game


def main(text):
    player = bot(text)

    def choose(seen):
        game = game_of(seen)
        player(game)
        chosen, left = game.valid_moves[0]
        for action in seen.legal:
            tile, on = table.laid(action)
            if domino(tile) != chosen:
                continue
            if on is None:
                return action
            end = (seen.line.left, seen.line.left_pip) if left else (seen.line.right, seen.line.right_pip)
            # Equal ends are listed once, so any that meets the same pips is the one meant.
            met = [e["pip"] for e in seen.ends if e["on"] == on and e["pip"] == end[1]]
            if met:
                return action
        raise ValueError(f"{chosen} at {left} is not among {seen.legal}")

    table.play(f"dominoes {text}", choose, random.seed)


main(sys.argv[1])
