"""Contests between bots and functions, and the levels."""

import pickle
from pathlib import Path

import capicu
import pytest

RULES = capicu.Rules("draw", players=2)
PAGE = Path(__file__).parents[3] / "docs" / "suite.md"


def heavy(view):
    """The heaviest tile, as the bot of that name plays; its ties are broken by the bot."""
    return HEAVY.choose(view)


HEAVY = capicu.Bot("heavy")


def first(view):
    return view.distinct_actions()[0]


def test_contest_of_bots_is_that_of_the_command_line():
    # Printed by `capicu arena counter random --game draw --players 2 --pairs 40 --seed 3 --json`.
    tally = capicu.arena("counter", "random", RULES, 40, seed=3)
    assert tally.names == ("counter", "random")
    assert (tally.pairs, tally.games, tally.decided) == (40, 80, 80)
    assert tally.counts == [2, 0, 24, 0, 14]
    assert tally.score.mean == pytest.approx(0.65)
    assert pickle.loads(pickle.dumps(tally)) == tally == eval(repr(tally), vars(capicu))


def test_function_plays_as_the_bot_that_it_asks():
    own = capicu.arena(heavy, "counter", RULES, 30, seed=5)
    assert own.names == ("heavy", "counter")
    bots = capicu.arena(HEAVY, "counter", RULES, 30, seed=5, threads=3)
    assert own == bots
    matches = capicu.arena(heavy, "counter", RULES, 2, play="matches", threads=2)
    assert matches == capicu.arena("heavy", "counter", RULES, 2, play="matches")
    assert matches.margin is None


def test_function_sees_the_view_of_its_seat_with_its_moves():
    game = capicu.Rules("cien", players=4)
    seen = []

    def watch(view):
        assert view.to_act == view.seat
        seen.append(pickle.loads(pickle.dumps(view)))
        return view.legal_actions()[-1]

    capicu.arena(watch, "random", game, 2)
    assert {view.seat for view in seen} == {0, 1, 2, 3}
    assert max(len(view.moves) for view in seen) > 15
    assert all(view.rules == game for view in seen)


def test_equal_players_share_every_pair():
    tally = capicu.arena(first, first, RULES, 10)
    assert tally.counts == [0, 0, 10, 0, 0]
    assert tally.score.mean == 0.5


def test_sequential_test_ends_with_a_finding():
    tally = capicu.arena("counter", "random", RULES, 2000, sprt=(0, 50))
    assert tally.found == "elo1" and tally.pairs < 2000
    # The bounds of Wald for errors of 0.05 are the logarithms of 19 and 1/19.
    assert tally.log_ratio > 2.944
    assert capicu.arena("random", "counter", RULES, 2000, sprt=(0, 50)).found == "elo0"


def test_exception_of_a_function_ends_the_contest():
    def broken(view):
        raise KeyError("mine")

    for threads in (1, 3):
        with pytest.raises(KeyError, match="mine"):
            capicu.arena("random", broken, RULES, 50, threads=threads)
    with pytest.raises(capicu.IllegalAction) as caught:
        capicu.arena(lambda view: "hand-over", "random", RULES)
    assert caught.value.legal
    with pytest.raises(TypeError, match="legal_actions"):
        capicu.arena(lambda view: None, "random", RULES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"pairs": 0}, "pairs"),
        ({"threads": 0}, "threads"),
        ({"sprt": (10, 0)}, "smaller first"),
        ({"sprt": (0, float("nan"))}, "smaller first"),
        ({"error": 0.5}, "error"),
        ({"play": "games"}, "rounds or matches"),
        ({"a": "peeker"}, "counter"),
    ],
)
def test_wrong_argument_is_named(arguments, words):
    with pytest.raises(ValueError, match=words):
        capicu.arena(**{"a": "random", "b": "random", "rules": RULES} | arguments)


def test_what_is_no_player_is_refused():
    for junk in (None, 3, RULES, b"heavy", ["heavy"]):
        with pytest.raises(TypeError, match="function from a view"):
            capicu.arena("random", junk, RULES)
        with pytest.raises(TypeError, match="function from a view"):
            capicu.suite(junk)
    with pytest.raises(ValueError, match="threads"):
        capicu.suite("heavy", threads=0)


def test_levels_form_a_ladder():
    levels = capicu.levels()
    assert [level.bot for level in levels] == [
        name for name in capicu.Bot.names() if name.startswith("level:")
    ]
    assert levels[4].name == "club" and levels[4].nodes == 0 < levels[-1].nodes
    few = capicu.Rules("block", players=2, hand=3)
    steps = capicu.ladder(few, 1)
    assert [step.names for step in steps] == [
        (above.bot, below.bot) for below, above in zip(levels, levels[1:])
    ]


def test_suite_measures_bots_and_functions_alike():
    own = capicu.suite(heavy, positions=True)
    assert own.version == "v1" and len(own.digest) == 64 and own.contests == []
    assert own.endings == capicu.suite(HEAVY, positions=True).endings
    assert own.endings.positions == 200 and own.endings.faults == 0
    with pytest.raises(ZeroDivisionError):
        capicu.suite(lambda view: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        capicu.suite(lambda view: 1 / 0, positions=True)


def test_contests_of_the_suite_repeat_the_published_figures():
    rows = [line.split("|")[2:-1] for line in PAGE.read_text().splitlines() if line.startswith("| `heaviest` |")]
    published = [cell.split("±")[0].strip() for row in rows for cell in row]
    measured = capicu.suite("level:heaviest")
    shares = [tally.score.mean * 100 for _, tally in measured.contests]
    figures = [f"{share:.1f}" for share in shares]
    figures[6:6] = [str(measured.endings.best), f"{measured.endings.lost.mean:.2f}"]
    assert figures == ["50.0" if cell == "50" else cell for cell in published]
