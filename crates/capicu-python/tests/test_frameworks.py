"""The test suites of PettingZoo, Gymnasium and OpenSpiel, unmodified."""

import warnings

import capicu
import numpy as np
import pytest

GAMES = [
    ("jamaican-partner", 4),
    ("cut-throat", 3),
    ("draw", 2),
    ("all-fives", 2),
    ("cross", 5),
    ("double-nine-cross", 6),
    ("double-twelve-cross", 12),
]


@pytest.fixture
def zoo():
    pytest.importorskip("pettingzoo")
    import capicu.pettingzoo

    return capicu.pettingzoo


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_pettingzoo_api(zoo, game, players):
    from pettingzoo.test import api_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(zoo.env(game, players), num_cycles=150)
    # The suite warns about every dict with a mask that is not in its own list of names.
    known = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
    others = [str(one.message) for one in caught if not str(one.message).startswith(known)]
    assert not others


@pytest.mark.parametrize("module", ["round_v0", "match_v0"])
def test_pettingzoo_seeds_and_rendering(zoo, module, capsys):
    from pettingzoo.test import render_test, seed_test

    module = getattr(zoo, module)
    seed_test(module.env, num_cycles=50)
    render_test(module.env)
    assert "ends" in capsys.readouterr().out


def test_pettingzoo_reset_deals_as_the_seed(zoo):
    env = zoo.raw_env("cien")
    env.reset(seed=7)
    round = capicu.Round.deal(capicu.Rules("cien"), seed=7)
    assert env.agent_selection == f"seat_{round.to_act}"
    encoding = capicu.Encoding(round.rules)
    for seat in range(4):
        observed = env.observe(f"seat_{seat}")
        np.testing.assert_array_equal(observed["observation"], encoding.observe(round.view(seat)))
    rewards = []
    for agent in env.agent_iter():
        observed, reward, over, cut, _ = env.last()
        if over or cut:
            rewards.append(reward)
            env.step(None)
        else:
            env.step(int(observed["action_mask"].argmax()))
    assert sorted(rewards) in ([-1, -1, 1, 1], [0, 0, 0, 0])
    env.reset(seed=7)
    with pytest.raises(capicu.IllegalAction):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmin()))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_gymnasium_checks(game, players):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import capicu.gymnasium

    class Legal(gymnasium.Wrapper):
        """Plays a legal action in place of an illegal one: the suite samples without masks."""

        def reset(self, *, seed=None, options=None):
            observation, info = self.env.reset(seed=seed, options=options)
            self.mask = info["action_mask"]
            return observation, info

        def step(self, action):
            action = action if self.mask[action] else int(self.mask.argmax())
            observation, *rest, info = self.env.step(action)
            self.mask = info["action_mask"]
            return observation, *rest, info

    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        check_env(Legal(capicu.gymnasium.SeatEnv(game, players)), skip_render_check=True)


def test_gymnasium_makes_single_and_vector_environments():
    gymnasium = pytest.importorskip("gymnasium")
    import capicu.gymnasium  # noqa: F401

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make("capicu/Round-v0", rules="cien", opponents="heavy")
    total = 0
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["action_mask"].argmax())) 
        total += abs(reward)
    assert total > 10
    vector = gymnasium.make_vec("capicu/Match-v0", num_envs=16, rules="block", players=2)
    observation, info = vector.reset(seed=3)
    assert observation in vector.observation_space
    for _ in range(400):
        actions = info["action_mask"].argmax(axis=1)
        observation, reward, over, _, info = vector.step(actions)
        assert reward.shape == (16,) and observation in vector.observation_space


@pytest.mark.parametrize("name", ["python_block_dominoes", "python_team_dominoes"])
def test_histories_of_openspiel_have_its_result(name):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.games import block_dominoes, team_dominoes  # noqa: F401

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(4)
    for number in range(200):
        state = game.new_initial_state()
        lines = []
        while not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                action = rng.choice([action for action, _ in state.chance_outcomes()])
            else:
                action = rng.choice(state.legal_actions())
            lines.append(state.action_to_string(player, int(action)))
            state.apply_action(int(action))
        record = capicu.Record.from_openspiel("\n".join(lines))
        report = record.replay()
        assert report["valid"], (number, report["error"])
        score = report["rounds"][0]["score"]
        lead = score[0] - score[1]
        assert lead == state.returns()[0], (number, str(record), state.returns())
        # The history that we write has the same moves, and replays to the same result.
        written = record.to_openspiel().splitlines()
        chances = [line for line in lines if line.startswith("Deal")]
        assert sorted(written[: len(chances)]) == sorted(chances)
        assert written[len(chances) :] == lines[len(chances) :]
        if number < 20:
            assert replayed(game, written).returns() == state.returns()


def replayed(game, lines):
    """The state of OpenSpiel after a history."""
    state = game.new_initial_state()
    for line in lines:
        player = state.current_player()
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(next(each for each in actions if state.action_to_string(player, each) == line))
    return state


def until(record, line):
    """The part of a record before a line."""
    return capicu.Record.parse(str(record).split("\n" + line)[0] + "\nresult: unfinished\n")


@pytest.mark.parametrize(("players", "name"), [(2, "python_block_dominoes"), (4, "python_team_dominoes")])
def test_openspiel_replays_our_rounds(players, name):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.games import block_dominoes, team_dominoes  # noqa: F401

    rules = capicu.Rules("block", players=players, hand=7)
    for seed in range(20):
        match = capicu.Match(rules, seed=seed)
        while match.rounds == 0 and match.to_act is not None:
            match.play(match.distinct_actions()[-1])
        record = until(match.record(), "round 2")
        assert replayed(pyspiel.load_game(name), record.to_openspiel().splitlines()).is_terminal(), str(record)


def test_record_without_a_form_in_openspiel_is_refused():
    def one(*arguments, **options):
        return capicu.Match(capicu.Rules(*arguments, **options)).record()

    for record, words in [
        (one("draw", players=3), "2 or 4 players"),
        (one("double-nine-cross"), "double-six"),
        (until(one("block", players=2), "round 1"), "this record has 0"),
    ]:
        with pytest.raises(ValueError, match=words):
            record.to_openspiel()


OPENSPIEL = [("jamaican-partner", 4), ("cut-throat", 3), ("draw", 2), ("club", 2), ("all-fives", 2), ("cross", 4)]


@pytest.mark.parametrize(("game", "players"), [*OPENSPIEL, ("double-nine-cross", 5), ("double-twelve-cross", 4)])
def test_openspiel_random_simulation(game, players):
    pyspiel = pytest.importorskip("pyspiel")
    import capicu.openspiel  # noqa: F401

    game = pyspiel.load_game("capicu_round", {"rules": game, "players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def states(game, rng):
    """Every decision of a random round."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(int(rng.choice([action for action, _ in outcomes])))
        else:
            yield state
            state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize(("game", "players"), OPENSPIEL)
def test_openspiel_resampled_states_look_the_same(game, players):
    # As ResampleInfostateTest of OpenSpiel, which no Python game can reach in C++.
    pyspiel = pytest.importorskip("pyspiel")
    import capicu.openspiel  # noqa: F401

    game = pyspiel.load_game("capicu_round", {"rules": game, "players": players})
    rng = np.random.default_rng(1)
    for number, state in enumerate(states(game, rng)):
        if number % 4:
            continue
        for player in range(players):
            other = state.resample_from_infostate(player, rng.random)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.view(player) == state.view(player)


def test_openspiel_resampling_is_uniform():
    pyspiel = pytest.importorskip("pyspiel")
    import capicu.openspiel  # noqa: F401

    # Two tiles each: seat 1 holds 2 of the 26 that seat 0 cannot see, all 325 pairs equally likely.
    text = capicu.Rules("block", players=2, hand=2, opener="first-seat").to_toml()
    game = pyspiel.load_game("capicu_round", {"rules": text, "players": 2})
    rng = np.random.default_rng(2)
    state = next(states(game, rng))
    n = 3250
    found = {}
    for _ in range(n):
        other = state.resample_from_infostate(0, rng.random)
        pair = tuple(sorted(other.hands[1]))
        found[pair] = found.get(pair, 0) + 1
    assert len(found) == 325
    # Chi squared with 324 degrees of freedom: mean 324, deviation 25.5.
    squares = sum((times - n / 325) ** 2 / (n / 325) for times in found.values())
    assert 324 - 4 * 25.5 < squares < 324 + 4 * 25.5


def test_ismcts_plays():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    import capicu.openspiel  # noqa: F401

    game = pyspiel.load_game("capicu_round", {"rules": "block", "players": 2})
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=8, random_state=rng
    )
    for number, state in enumerate(states(game, np.random.default_rng(3))):
        if number == 6:
            break
        assert bot.step(state) in state.legal_actions()
