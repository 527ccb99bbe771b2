"""Bad input raises an exception of Python with a message, and never a panic."""

import inspect
import random

import capicu
import numpy as np
import pytest

RULES = capicu.Rules("jamaican-partner")
ROUND = capicu.Round.deal(RULES, seed=7)
JUNK = [
    None, True, 0, 1, -1, 3, 7, 255, 2**32, 2**63, 2**64, 10**30, -(2**70), 0.5, float("nan"), float("inf"),
    "", "6-6", "pass", "6-4@6-6", "6-4@", "@", "a" * 10_000, "\0", "\ud800", "é", "domino-position: 1", "block", "{}",
    '{"a": 1}', b"6-6", [], [[]], ["6-6"], [["6-6"] * 7] * 4, [[str(i)] for i in range(99)], {}, {"target": 3}, (), set(),
    object(), len, RULES, ROUND, ROUND.view(0), capicu.Bot("heavy"), capicu.Match(RULES).record(),
    ROUND.view(0).knowledge(), capicu.Match(RULES), np.zeros((2, 28), np.uint8), np.full((1, 28), 9, np.uint8),
    np.zeros((0, 28), np.uint8), np.zeros((3, 3)), np.zeros((2, 56), np.uint8)[:, ::2],
    repr(ROUND), ROUND.position, ROUND.view(1).position, RULES.to_toml(), str(capicu.Match(RULES).record()),
]  # fmt: skip

# Numbers that ask for minutes of work, or for gigabytes, are no junk.
DEAR = {"n", "nodes", "budget", "threads", "pairs"}


def targets():
    """Every function and method, with fresh receivers where it may change them."""
    view = ROUND.view(ROUND.to_act)
    yield from [capicu.Rules, capicu.Round, capicu.Match, capicu.Bot, capicu.analyze, capicu.judge, capicu.playouts]
    yield from [capicu.solve, capicu.solve_many, capicu.Encoding, capicu.VecEnv, capicu.arena]
    for kind in (capicu.Rules, capicu.Round, capicu.View, capicu.Record):
        for name in ("from_toml", "_restore", "deal", "from_position", "restore", "parse", "from_openspiel"):
            if hasattr(kind, name):
                yield getattr(kind, name)
    receivers = [RULES, ROUND.copy(), view, view.knowledge(), capicu.Bot("heavy"), capicu.Match(RULES)]
    receivers += [capicu.Match(RULES).record(), capicu.Encoding(RULES), capicu.VecEnv(RULES, 2)]
    for receiver in receivers:
        for name in dir(receiver):
            member = getattr(receiver, name)
            if callable(member) and not name.startswith("__"):
                yield member
        for name in ("__eq__", "__deepcopy__", "__call__"):
            if hasattr(receiver, name):
                yield getattr(receiver, name)


def calls(function, rng):
    """Arguments of every kind: all single ones, and random combinations."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        parameters = []
    names = [each.name for each in parameters if each.kind != each.VAR_KEYWORD]
    yield (), {}
    for value in JUNK:
        yield (value,), {}
        for name in names:
            if name not in DEAR or not isinstance(value, int) or abs(value) > 2**62:
                yield (), {name: value}
    cheap = [value for value in JUNK if not isinstance(value, int) or abs(value) < 300]
    for _ in range(300):
        values = {
            name: rng.choice(cheap) if name not in DEAR else rng.choice([1, 3, None, "x", -1])
            for name in names
        }
        yield (), values


def test_junk_raises_exceptions_with_messages():
    rng = random.Random(1)
    tried = raised = 0
    for function in targets():
        for arguments, keywords in calls(function, rng):
            tried += 1
            try:
                function(*arguments, **keywords)
            except (ValueError, TypeError, OverflowError) as error:
                raised += 1
                assert str(error), (function, arguments, keywords)
            # Any other, such as a PanicException, fails the test.
    assert tried > 10_000 and raised > tried / 2


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: capicu.Rules("blok"), capicu.RulesError, "block"),
        (lambda: capicu.Rules("block", targets=3), capicu.RulesError, "target"),
        (lambda: capicu.Rules("block", players=9), capicu.RulesError, "4, 2, 3, 5"),
        (lambda: capicu.Rules("block", players=99), capicu.RulesError, "2 to 12"),
        (lambda: ROUND.view(4), ValueError, "seats are 0 to 3"),
        (lambda: ROUND.view(-1), ValueError, "seats are 0 to 3"),
        (lambda: ROUND.copy().play("knock"), ValueError, "6-4@6-6"),
        (lambda: capicu.Bot("peeker"), ValueError, "counter"),
        (lambda: capicu.Bot("cmd:ls"), ValueError, "function"),
        (lambda: capicu.Round.deal(RULES, seed="7f"), ValueError, "64 hexadecimal"),
        (lambda: capicu.Round.deal(RULES, seed=True), TypeError, "64 hexadecimal"),
        (lambda: capicu.Round.deal(RULES, seed=-1), ValueError, "0 to below"),
        (lambda: capicu.Round(RULES, [["6-6"]]), ValueError, "1 for 4 seats"),
        (lambda: capicu.Record.parse("x"), capicu.RecordError, "1:1"),
        (lambda: capicu.Bot("heavy").choose(ROUND.view(0)), ValueError, "turn of seat 0"),
        (lambda: RULES.text("de"), ValueError, "en, es, fr"),
    ],
)
def test_error_names_place_and_remedy(call, kind, words):
    with pytest.raises(kind) as caught:
        call()
    assert words in str(caught.value)
    assert type(caught.value) is kind
