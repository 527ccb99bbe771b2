"""VecEnv plays as the engine does, on every game, for any number of threads; its encodings are frozen."""

import hashlib

import capicu
import numpy as np
import pytest


def reference(view):
    """The observation of a view by the documentation, from the public parts of the view alone."""
    rules = view.rules
    highest = max(int(tile.split("-")[0]) for tile in rules.tiles)
    tiles = [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]
    around = [(view.seat + turn) % rules.players for turn in range(rules.players)]

    def row(these):
        return [int(tile in these) for tile in tiles]

    laid = {seat: set() for seat in around}
    for move in view.moves:
        tile = move.action.split("@")[0]
        if tile[0].isdigit():
            laid[move.seat].add(tile)
    out = row(set(view.hand))
    for seat in around:
        out += row(laid[seat])
    for seat in around:
        out += row(set(view.lacks(seat)))
    # A lone tile that is no double has two ends; a lone double one end with several places.
    tiles_open, numbers_open = dict.fromkeys(tiles, 0), [0] * (highest + 1)
    for (tile, number), places in zip(view.ends, view.open_places, strict=True):
        tiles_open[tile] += places
        numbers_open[number] += places
    out += tiles_open.values()
    out += numbers_open
    out += [view.held[seat] for seat in around]
    out += [view.boneyard_len]
    out += [int(seat == view.opener) for seat in around]
    out += [int(not view.ends)]
    scores = [a + b for a, b in zip(view.scores, view.points, strict=True)]
    target = int(rules.options["target"])
    out += [min(255, scores[rules.side(seat)] * 255 // target) for seat in around]
    return np.array(out, np.uint8)


def play_beside(rules, episode, steps, seed=11):
    """Plays a VecEnv and the engine side by side, and compares everything before each step."""
    env = capicu.VecEnv(rules, 1, seed=seed, episode=episode, autoreset="disabled", reward="points")
    encoding = capicu.Encoding(rules)
    engine = capicu.Match(rules, seed=seed) if episode == "match" else capicu.Round.deal(rules, seed=seed)
    rng = np.random.default_rng(3)
    for _ in range(steps):
        if engine.to_act is None:
            break
        view = engine.view(engine.to_act)
        assert env.seat[0] == engine.to_act
        np.testing.assert_array_equal(env.observation[0], encoding.observe(view))
        np.testing.assert_array_equal(env.observation[0], reference(view))
        legal = encoding.legal(view)
        distinct = view.distinct_actions()
        # No two actions share a number, and the mask has exactly these numbers.
        assert list(legal.values()) == distinct and len(legal) == len(distinct)
        assert set(np.flatnonzero(env.mask[0])) == set(legal)
        assert all(encoding.code(action) == code for code, action in legal.items())
        assert not env.terminated[0]
        code = rng.choice(sorted(legal))
        engine.play(legal[code])
        _, reward, terminated, truncated = env.step(np.array([code], np.int32))
        assert terminated[0] == (engine.to_act is None) and not truncated[0]
    return env, engine, reward


def test_rounds_agree_with_the_engine(rules):
    env, round, reward = play_beside(rules, "round", 400)
    outcome = round.outcome
    assert outcome is not None
    made = [float(points) for points in round.points]
    for award in outcome.awards:
        made[award.side] += award.points
    sign = -1 if rules.options["score"] == "penalties" else 1
    others = rules.sides - 1
    for seat in range(rules.players):
        own = made[rules.side(seat)]
        lead = sign * (own - (sum(made) - own) / others)
        assert reward[0, seat] == pytest.approx(lead, rel=1e-6)


def test_matches_agree_with_the_engine(rules):
    play_beside(rules, "match", 60)


def random_steps(env, steps, seed=0):
    """Plays at random, and returns a digest of everything that the arrays had."""
    rng = np.random.default_rng(seed)
    digest = hashlib.sha256()
    for _ in range(steps):
        assert env.mask.any(axis=1).all(), "a mask is never empty"
        noise = rng.random(env.mask.shape, np.float32)
        actions = (noise * env.mask).argmax(axis=1).astype(np.int32)
        env.step(actions)
        for array in (env.observation, env.mask, env.reward, env.terminated, env.truncated, env.seat, env.deals):
            digest.update(array.tobytes())
        np.testing.assert_allclose(env.reward.sum(axis=1), 0, atol=1e-4)
    return digest.hexdigest()


@pytest.mark.parametrize("game", ["jamaican-partner", "draw"])
def test_any_number_of_threads_gives_the_same_arrays(game):
    rules = capicu.Rules(game)
    digests = {
        random_steps(capicu.VecEnv(rules, 700, seed=5, threads=threads, skip_forced=game == "draw"), 60)
        for threads in (1, 2, 5)
    }
    assert len(digests) == 1
    assert random_steps(capicu.VecEnv(rules, 700, seed=6, skip_forced=game == "draw"), 60) not in digests


def test_environments_deal_as_their_seed():
    rules = capicu.Rules("cien")
    env = capicu.VecEnv(rules, 5, seed=20)
    for number in range(5):
        round = capicu.Round.deal(rules, seed=20 + number)
        observed = capicu.Encoding(rules).observe(round.view(round.to_act))
        np.testing.assert_array_equal(env.observation[number], observed)


def test_skipped_actions_have_no_alternative():
    env = capicu.VecEnv(capicu.Rules("jamaican-partner"), 200, skip_forced=True)
    for _ in range(50):
        assert (env.mask.sum(axis=1) > 1).all()
        env.step(env.mask.argmax(axis=1).astype(np.int32))


def test_result_is_1_for_winners_and_shared_by_losers():
    for game, players, loss in [("cien", 4, -1.0), ("chiva", 3, -0.5)]:
        env = capicu.VecEnv(capicu.Rules(game, players=players), 300)
        seen = set()
        for _ in range(80):
            env.step(env.mask.argmax(axis=1).astype(np.int32))
            seen |= set(env.reward.ravel().tolist())
            assert not env.reward[~env.terminated].any()
        assert seen <= {0.0, 1.0, loss} and {1.0, loss} <= seen


@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_autoreset(autoreset):
    rules = capicu.Rules("block", players=2)
    env = capicu.VecEnv(rules, 3, autoreset=autoreset)
    dealt = env.deals.copy()
    over = np.zeros(3, bool)
    for _ in range(200):
        before = env.deals.copy()
        was_over = over.copy()
        _, _, terminated, truncated = env.step(env.mask.argmax(axis=1).astype(np.int32))
        assert not truncated.any()
        if autoreset == "same-step":
            assert ((env.deals > before) == terminated).all()
        elif autoreset == "next-step":
            assert ((env.deals > before) == was_over).all()
        over = terminated.copy()
    if autoreset == "disabled":
        assert over.all() and (env.deals == dealt).all()
        env.reset_where(np.array([True, False, True]))
        assert (env.deals > dealt).tolist() == [True, False, True]
        assert env.terminated.tolist() == [False, False, False]
    else:
        assert (env.deals > dealt + 2).all()


def test_match_is_truncated_after_its_rounds():
    rules = capicu.Rules("cien", target=2000)
    env = capicu.VecEnv(rules, 2, episode="match", max_rounds=2, autoreset="disabled")
    while not env.truncated.all():
        env.step(env.mask.argmax(axis=1).astype(np.int32))
        assert not env.terminated.any()


def test_buffers_of_the_caller_are_used():
    rules = capicu.Rules("french")
    encoding = capicu.Encoding(rules)
    observation = np.zeros((8, encoding.n_observation), np.uint8)
    env = capicu.VecEnv(rules, 8, buffers={"observation": observation})
    assert env.observation is observation and observation.any()
    returned = env.step(env.mask.argmax(axis=1).astype(np.int32))[0]
    assert returned is observation
    for wrong in [observation[:, ::2], observation.astype(np.int8), observation[:4], "x"]:
        with pytest.raises(TypeError, match="observation"):
            capicu.VecEnv(rules, 8, buffers={"observation": wrong})
    with pytest.raises(ValueError, match="obs"):
        capicu.VecEnv(rules, 8, buffers={"obs": observation})


def test_illegal_action_changes_nothing():
    env = capicu.VecEnv(capicu.Rules("french"), 4, seed=2)
    before = [env.observation.copy(), env.mask.copy(), env.seat.copy()]
    for wrong in (-1, 10_000, int(env.mask[2].argmin())):
        actions = env.mask.argmax(axis=1).astype(np.int32)
        actions[2] = wrong
        with pytest.raises(capicu.IllegalAction, match=r"actions\[2\]"):
            env.step(actions)
        for array, old in zip((env.observation, env.mask, env.seat), before, strict=True):
            np.testing.assert_array_equal(array, old)
    # A caller that writes into the mask cannot play it either.
    env.mask[2, 0] = 1
    env.mask[2, 1] = 1
    for code in (0, 1):
        actions = env.mask.argmax(axis=1).astype(np.int32)
        actions[2] = code
        try:
            env.step(actions)
        except capicu.IllegalAction:
            break
    else:
        pytest.fail("0-0 and 1-0 are not both legal")
    for wrong in [np.zeros(3, np.int32), np.zeros(8, np.int32)[::2]]:
        with pytest.raises(ValueError):
            env.step(wrong)
    with pytest.raises(TypeError):
        env.step(np.zeros(4, np.int64))


def test_episode_follows_from_earlier_ones_of_its_seed():
    rules = capicu.Rules("block", players=2)
    env = capicu.VecEnv(rules, 1, seed=4)
    first = random_steps(env, 50)
    env.reset()
    assert random_steps(env, 50) == first
    env.reset(seed=5)
    assert random_steps(env, 50) != first


# The numbers of v0 never change: another numbering is another version.
CHECKSUMS = {
    ("jamaican-partner", 4): "d0e1035896f769eb",
    ("draw", 2): "30be83dffbaf8b04",
    ("cross", 4): "6745eff65f0af8dc",
    ("all-fives", 2): "abcd5a6642e80faf",
    ("double-nine-cross", 5): "c9377bc57febd4d0",
    ("double-twelve-cross", 12): "97bfac8b284c35c4",
    ("double-eighteen-elevens", 2): "0c352cc337ecadf3",
}


def checksum(game, players):
    """A digest of the name of every action, of the parts, and of observations of played rounds."""
    rules = capicu.Rules(game, players=players)
    encoding = capicu.Encoding(rules)
    digest = hashlib.sha256()
    names = [encoding.name(code) for code in range(encoding.n_actions)]
    digest.update("\n".join(names).encode())
    digest.update(repr(encoding.parts).encode())
    round = capicu.Round.deal(rules, seed=1)
    turn = 0
    while round.to_act is not None:
        view = round.view(round.to_act)
        digest.update(encoding.observe(view).tobytes())
        legal = sorted(encoding.legal(view).items())
        digest.update(repr(legal).encode())
        round.play(legal[turn % len(legal)][1])
        turn += 1
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(("game", "players"), CHECKSUMS)
def test_encodings_are_frozen(game, players):
    assert capicu.Encoding.VERSION == "v0"
    assert checksum(game, players) == CHECKSUMS[game, players]


def test_sizes_by_hand():
    # 28 tiles, 49 halves and 3; with pairs 28, 7 * 7 * 6 and 3.
    sizes = {
        ("jamaican-partner", 4): 28 + 49 + 3,
        ("all-fives", 2): 28 + 7 * 7 * 6 + 3,
        ("double-nine-block", 4): 55 + 100 + 3,
    }
    for (game, players), size in sizes.items():
        encoding = capicu.Encoding(capicu.Rules(game, players=players))
        assert encoding.n_actions == size
        assert sum(length for _, length in encoding.parts) == encoding.n_observation
        names = [encoding.name(code) for code in range(size)]
        assert len(set(names)) == size
