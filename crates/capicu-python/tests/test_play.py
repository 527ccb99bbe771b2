"""Rounds, views, knowledge, the solver and bots."""

import threading
import time

import capicu
import numpy as np
import pytest
from conftest import dealt


def test_view_has_no_hidden_tile():
    round = dealt("draw", 2)
    for turn in range(100):
        if round.to_act is None:
            break
        for seat in range(2):
            view = round.view(seat)
            hidden = set(round.hands[1 - seat]) | set(round.boneyard)
            drawn = {move.drawn for move in view.moves if move.seat != seat}
            assert set(view.unseen) == hidden
            assert not hidden & set(view.hand)
            assert not hidden & {tile for tile in drawn if tile}
        round.play(round.legal_actions()[0])


def swapped(round):
    """The same round with two tiles of other hands exchanged, which the first seat cannot see."""
    hands = round.hands
    hands[1][0], hands[2][0] = hands[2][0], hands[1][0]
    return hands


def test_views_of_deals_with_other_hidden_tiles_are_equal():
    rules = capicu.Rules("block", players=4, options={"opener": "first-seat"})
    one = capicu.Round.deal(rules, seed=3)
    other = capicu.Round(rules, swapped(one), one.boneyard)
    assert one != other
    assert one.view(0) == other.view(0)
    assert repr(one.view(0)) == repr(other.view(0))
    assert one.view(1) != other.view(1)


def test_illegal_action_names_the_legal_ones():
    round = dealt("jamaican-partner", 4, seed=7)
    before = round.copy()
    with pytest.raises(capicu.IllegalAction, match="6-6 has to be led") as caught:
        round.play("pass")
    assert caught.value.legal == ["6-6"]
    assert round == before


def test_restored_view_refuses_moves_that_cannot_be():
    round = dealt("jamaican-partner", 4, seed=7)
    round.play("6-6")
    view = round.view(0)
    restore, (game, start, seat, rows, ended) = view.__reduce__()
    assert restore(game, start, seat, rows, ended) == view
    (who, _, drawn, shown, awards), *_ = rows
    for wrong in ["6-5", "pass", "6-5@6-6", "draw"]:
        with pytest.raises(ValueError):
            restore(game, start, seat, [(who, wrong, drawn, shown, awards)], ended)
    with pytest.raises(ValueError, match="not to act"):
        restore(game, start, seat, [((who + 1) % 4, "6-6", drawn, shown, awards)], ended)


def test_knowledge_counts_deals_by_hand():
    # Two players with two tiles each; 24 of 28 tiles are asleep, and seat 1 holds 2 of the 26 that seat 0 cannot see:
    # 26 * 25 / 2 = 325 deals.
    rules = capicu.Rules("block", players=2, hand=2, opener="first-seat")
    view = capicu.Round.deal(rules, seed=1).view(0)
    knowledge = view.knowledge()
    assert (knowledge.count, knowledge.is_exact) == (325, True)
    chances = knowledge.chances()
    assert chances.shape == (3, 28)
    np.testing.assert_allclose(chances.sum(axis=0), 1)
    np.testing.assert_allclose(chances.sum(axis=1), [2, 2, 24])
    mine = [rules.tiles.index(tile) for tile in view.hand]
    assert (chances[0, mine] == 1).all()
    # Neither of two tiles: 24 * 23 / 2 of 325.
    assert knowledge.chance_of_none(1, view.unseen[:2]) == pytest.approx(276 / 325)
    owners = knowledge.sample(20_000, seed=2)
    assert (owners[:, mine] == 0).all()
    drawn = (owners == 1).mean(axis=0)
    np.testing.assert_allclose(drawn, chances[1], atol=0.01)
    assert (owners == knowledge.sample(20_000, seed=2)).all()


def minimax(round, side):
    """The best lead in points of a side, with all hands open: a second, slow solver."""
    if round.outcome is not None:
        return 0
    mover = round.rules.side(round.to_act)
    values = []
    for action in round.distinct_actions():
        after = round.copy()
        awards = after.play(action)
        if after.outcome:
            awards = awards + after.outcome.awards
        made = sum(points if own == side else -points for own, points, _ in awards)
        values.append(made + minimax(after, side))
    return max(values) if mover == side else min(values)


@pytest.mark.parametrize("game", ["block", "cien", "all-fives"])
def test_solver_agrees_with_minimax(game):
    players = 4 if game == "cien" else 2
    rules = capicu.Rules(game, players=players, hand=3)
    solved = 0
    for seed in range(12):
        round = capicu.Round.deal(rules, seed=seed)
        solution = capicu.solve(round)
        assert solution.value == minimax(round, rules.side(round.to_act)), seed
        assert solution.value == max(value for _, value in solution.actions)
        if game != "all-fives":
            owners = np.full((1, len(rules.tiles)), players, np.uint8)
            for seat, hand in enumerate(round.hands):
                owners[0, [rules.tiles.index(tile) for tile in hand]] = seat
            sign = 1 if rules.side(round.to_act) == 0 else -1
            many = capicu.solve_many(rules, owners)
            assert many.dtype == np.int16 and many[0] == sign * solution.value
        solved += 1
    assert solved == 12


def test_solver_names_what_it_does_not_cover():
    with pytest.raises(capicu.NotSolved, match="two sides"):
        capicu.solve(dealt("cut-throat", 4))
    with pytest.raises(capicu.NotSolved):
        capicu.playouts(capicu.Rules("draw", players=2), 10)


def test_playouts_are_equal_for_any_number_of_threads():
    rules = capicu.Rules("jamaican-partner")
    one = capicu.playouts(rules, 20_000, seed=4)
    for threads in (2, 7):
        other = capicu.playouts(rules, 20_000, seed=4, threads=threads)
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert not (one[0] == capicu.playouts(rules, 20_000, seed=5)[0]).all()
    # Neither side has an advantage: the opener is the holder of 6-6, who is in either side alike.
    share = (one[0] == 0).sum() / (one[0] >= 0).sum()
    assert share == pytest.approx(0.5, abs=4 * 0.5 / 20_000**0.5)


def test_every_bot_plays_every_game():
    for game, players in [("draw", 3), ("cross", 4), ("club", 2), ("chiva", 4)]:
        for name in capicu.Bot.names():
            bot = capicu.Bot("reader@50" if name in ("reader", "level:8") else name)
            round = dealt(game, players)
            while round.to_act is not None:
                view = round.view(round.to_act)
                action = bot.choose(view)
                assert action in view.distinct_actions()
                round.play(action)


def test_judged_actions_are_the_distinct_ones():
    round = dealt("french", 4, seed=2)
    round.play(round.legal_actions()[0])
    while len(round.distinct_actions()) < 2:
        round.play(round.legal_actions()[0])
    judged = capicu.judge(round.view(round.to_act), nodes=2_000)
    assert sorted(one.action for one in judged) == sorted(round.distinct_actions())
    assert all(0 <= one.share <= 1 and 0 <= one.worth <= 1 for one in judged)


def test_review_of_a_match_adds_up():
    match = capicu.Match(capicu.Rules("jamaican-partner", target=1), seed=1)
    bot = capicu.Bot("heavy")
    while match.to_act is not None:
        match.play(bot.choose(match.view(match.to_act)))
    analysis = capicu.analyze(match.record(), nodes=200)
    assert analysis.to_json() == capicu.analyze(match.record(), nodes=200).to_json()
    assert analysis.to_html("es").startswith("<!") and analysis.text("fr")


def counting_beside(work):
    """Counts in a second thread while the work runs, and returns the largest gap between two counts in seconds."""
    gaps, stop = [], threading.Event()

    def count():
        last = time.perf_counter()
        while not stop.is_set():
            now = time.perf_counter()
            gaps.append(now - last)
            last = now
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    started = time.perf_counter()
    work()
    took = time.perf_counter() - started
    stop.set()
    counter.join()
    return took, max(gaps), len(gaps)


def test_other_threads_run_during_long_work():
    view = dealt("jamaican-partner", 4).view(0)
    knowledge = view.knowledge()
    middle = dealt("jamaican-partner", 4, seed=7)
    for _ in range(6):
        middle.play(middle.distinct_actions()[0])
    while len(middle.distinct_actions()) < 2:
        middle.play(middle.distinct_actions()[0])
    works = [
        lambda n: capicu.playouts(capicu.Rules("cien"), 1_000_000 * n),
        lambda n: knowledge.sample(200_000 * n),
        lambda n: capicu.Bot(f"reader@{3_000_000 * n}").choose(middle.view(middle.to_act)),
        lambda n: capicu.solve(dealt("double-nine-cross", 4, seed=7), budget=100_000 * n),
    ]
    for work in works:
        # One call that is long enough to tell, on slow and fast machines.
        for n in [1, 4, 16, 64]:
            took, gap, counts = counting_beside(lambda: work(n))
            if took > 0.1:
                break
        assert took > 0.1, "the work is long enough to tell"
        # With the lock held, the gap would be as long as the work.
        assert counts > 20 and gap < 0.8 * took, (took, gap, counts)
