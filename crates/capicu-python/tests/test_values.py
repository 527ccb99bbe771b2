"""Values hash, compare, pickle and copy, and their repr reads back; seeds deal as the command line does."""

import copy
import json
import pickle
from pathlib import Path

import capicu
import pytest

FRESH = vars(capicu)


def read_back(value):
    return eval(repr(value), FRESH)


def same(value, hashes):
    """Checks that every copy of a value equals it, and hashes alike if it has a hash."""
    copies = [
        read_back(value),
        pickle.loads(pickle.dumps(value)),
        copy.copy(value),
        copy.deepcopy(value),
    ]
    for other in copies:
        assert other == value
        if hashes:
            assert hash(other) == hash(value)
    if not hashes:
        with pytest.raises(TypeError):
            hash(value)


def test_rules_are_values(rules):
    same(rules, hashes=True)
    assert rules != capicu.Rules("block", players=2, hand=5)
    same(capicu.Rules("draw", players=2, target=150), hashes=True)
    same(capicu.Encoding(rules), hashes=True)


def test_rounds_and_views_are_values(rules):
    round = capicu.Round.deal(rules, seed=5)
    for turn in range(200):
        if turn % 5 == 0 or round.to_act is None:
            same(round, hashes=False)
            for seat in range(rules.players):
                same(round.view(seat), hashes=True)
            # A round over at the deal has no pickle of a view.
            if turn % 20 == 5:
                same(round.view(0).knowledge(), hashes=True)
        if round.to_act is None:
            break
        actions = round.legal_actions()
        before = round.copy()
        round.play(actions[turn % len(actions)])
        assert before != round
    assert round.outcome is not None


def test_matches_and_records_are_values(rules):
    match = capicu.Match(rules, seed=3)
    for turn in range(150):
        if match.to_act is None:
            break
        actions = match.legal_actions()
        match.play(actions[turn % len(actions)])
    same(match, hashes=False)
    record = match.record()
    same(record, hashes=True)
    assert capicu.Record.parse(json.dumps(record.to_json())) == record
    # The referee is the second judge of what was played.
    assert record.replay()["valid"]


def test_knowledge_is_equal_for_equal_views():
    round = capicu.Round.deal(capicu.Rules("draw", players=2), seed=5)
    before = round.view(0).knowledge()
    assert before == round.view(0).knowledge() and before != round.view(1).knowledge()
    round.play(round.legal_actions()[0])
    after = pickle.loads(pickle.dumps(round.view(0).knowledge()))
    assert before != after and after.count == round.view(0).knowledge().count
    assert (after.sample(5, 1) == round.view(0).knowledge().sample(5, 1)).all()


def test_analyses_are_values():
    match = capicu.Match(capicu.Rules("block", players=2, hand=2, target=1), seed=3)
    while match.to_act is not None:
        match.play(match.legal_actions()[0])
    review = capicu.analyze(match.record(), nodes=50)
    same(review, hashes=True)
    assert review != capicu.analyze(match.record(), nodes=51)
    twin = pickle.loads(pickle.dumps(review))
    assert twin.to_json() == review.to_json() and twin.text("es") == review.text("es")
    assert (twin.record, twin.nodes, twin.seat) == (match.record(), 50, 0)


def test_bots_are_values_with_their_randomness():
    bot = capicu.Bot("random", seed=9)
    round = capicu.Round.deal(capicu.Rules("french"), seed=1)
    same(bot, hashes=False)
    chosen = []
    for _ in range(30):
        bot.choose(round.view(round.to_act))
    same(bot, hashes=False)
    twin = pickle.loads(pickle.dumps(bot))
    for _ in range(30):
        chosen.append(bot.choose(round.view(round.to_act)))
        assert twin.choose(round.view(round.to_act)) == chosen[-1]
    assert twin == bot and bot != capicu.Bot("random", seed=9)


def test_seeds_deal_as_the_command_line():
    # Written by `capicu perft --game ID --players N --seed S --depth 1 --json`.
    cases = json.loads((Path(__file__).parent / "deals.json").read_text())
    assert len(cases) > 70
    for game, players, seed, deal, n_actions in cases:
        round = capicu.Round.deal(capicu.Rules(game, players=players), seed=seed)
        letters = "ABCDEFGHIJKL"
        lines = [
            f"hand {letters[seat]}: {' '.join(hand)}\n"
            for seat, hand in enumerate(round.hands)
            if hand
        ]
        if round.boneyard:
            lines.append(f"boneyard: {' '.join(round.boneyard)}\n")
        given = [line for line in deal.splitlines(keepends=True) if "lot" not in line]
        assert "".join(lines) == "".join(given), game
        assert len(round.distinct_actions()) == n_actions, game


def test_match_begins_with_the_deal_of_its_seed():
    rules = capicu.Rules("cien", players=4)
    assert capicu.Match(rules, seed=7).round.hands == capicu.Round.deal(rules, 7).hands
