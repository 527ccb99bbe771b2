"""Measures VecEnv next to other environments, by the processor time of one core: python bench.py.

It leaves out those that are not installed. Needs the packages of requirements.txt, pettingzoo[classic] and envpool.
"""

import time

import numpy as np

import capicu

SECONDS = 1.0


def vec_env(n, **options):
    """Steps per second inside `step`, with random legal actions chosen outside the clock."""
    env = capicu.VecEnv(capicu.Rules("jamaican-partner"), n, **options)
    rng = np.random.default_rng(1)
    spent = steps = 0
    while spent < SECONDS:
        noise = 1 - rng.random(env.mask.shape, np.float32)  # never 0
        actions = (noise * env.mask).argmax(axis=1).astype(np.int32)
        begun = time.process_time()
        env.step(actions)
        spent += time.process_time() - begun
        steps += n
    return steps / spent


def rounds():
    """Actions per second by a Python object for each round."""
    rules = capicu.Rules("jamaican-partner")
    begun, steps, seed = time.process_time(), 0, 0
    while time.process_time() < begun + SECONDS:
        round = capicu.Round.deal(rules, seed)
        seed += 1
        while actions := round.distinct_actions():
            round.play(actions[0])
            steps += 1
    return steps / (time.process_time() - begun)


def connect_four():
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.raw_env()
    begun, steps = time.process_time(), 0
    while time.process_time() < begun + SECONDS:
        env.reset(seed=steps)
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            mask = observation["action_mask"]
            env.step(None if over or cut else int(mask.argmax()))
            steps += 1
    return steps / (time.process_time() - begun)


def pools(name):
    """envpool, 1024 environments and one thread: https://envpool.readthedocs.io."""
    import envpool

    env = envpool.make(name, env_type="gymnasium", num_envs=1024, num_threads=1)
    env.reset()
    actions = np.zeros(1024, np.int32)
    begun, steps = time.process_time(), 0
    while time.process_time() < begun + SECONDS:
        env.step(actions)
        steps += 1024
    return steps / (time.process_time() - begun)


def cart_poles():
    import gymnasium

    env = gymnasium.make_vec("CartPole-v1", num_envs=1024, vectorization_mode="sync")
    env.reset(seed=1)
    actions = np.zeros(1024, np.int64)
    begun, steps = time.process_time(), 0
    while time.process_time() < begun + SECONDS:
        env.step(actions)
        steps += 1024
    return steps / (time.process_time() - begun)


def team_dominoes():
    import random

    import pyspiel
    from open_spiel.python.games import team_dominoes  # noqa: F401

    game = pyspiel.load_game("python_team_dominoes")
    begun, steps = time.process_time(), 0
    while time.process_time() < begun + SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
    return steps / (time.process_time() - begun)


def main():
    rows = [(f"VecEnv, n = {n}", lambda n=n: vec_env(n)) for n in (1, 16, 256, 1024, 4096)]
    rows.append(("VecEnv, n = 1024, forced actions skipped", lambda: vec_env(1024, skip_forced=True)))
    rows.append(("Round, one object and call for each action", rounds))
    rows.append(("envpool Blackjack-v1, 1024", lambda: pools("Blackjack-v1")))
    rows.append(("envpool CartPole-v1, 1024", lambda: pools("CartPole-v1")))
    rows.append(("PettingZoo connect_four, raw", connect_four))
    rows.append(("Gymnasium CartPole, 1024 in one process", cart_poles))
    rows.append(("OpenSpiel python_team_dominoes, from Python", team_dominoes))
    best = {}
    for name, measure in rows:
        try:
            # The best of three: other programs run on the machine too.
            best[name] = max(measure() for _ in range(3))
        except ImportError as missing:
            print(f"{name}: left out, {missing}")
            continue
    print("| environment, one core | steps/s | to team_dominoes |\n|---|---|---|")
    base = best.get("OpenSpiel python_team_dominoes, from Python")
    for name, speed in best.items():
        ratio = f"{speed / base:.1f}" if base else "-"
        print(f"| {name} | {speed:,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
