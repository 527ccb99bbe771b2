"""Decisions as columns."""

import hashlib
import json

import capicu
import pytest

# The SHA-256 of what `capicu simulate --matches 2 --seed 7 --out FILE.ndjson` writes with this game, players and bots.
WRITTEN = [
    ("all-fives", 2, ["random", "counter"], "034c663520cdf18a74f3ef29cebebd73ade50c9fe683391a929e3cc8b875dd95"),
    ("jamaican-partner", 4, ["level:2", "counter"], "de8dd0c51c1a6a5c00fe0869bc5f7443ead4c8d4940df59fb1c1721b3d679e3e"),
    ("draw", 3, "level:6", "af8517b9d62b51dc12646d90b8fdd5bc940749c84d9f598f237e2156f959db71"),
]


@pytest.mark.parametrize(("game", "players", "bots", "digest"), WRITTEN)
def test_rows_are_those_of_the_command_line(game, players, bots, digest):
    columns = capicu.simulate(capicu.Rules(game, players=players), 2, bots, seed=7)
    names = list(columns)
    at = names.index("action") + 1
    names[at:at] = ["worths", "imagined"]
    text = ""
    for row in zip(*columns.values()):
        values = list(row)
        values[at:at] = [None, None]
        text += json.dumps(dict(zip(names, values)), separators=(",", ":")) + "\n"
    assert hashlib.sha256(text.encode()).hexdigest() == digest, text[:1000]


def test_arrow_table_has_the_types_of_the_documentation():
    pyarrow = pytest.importorskip("pyarrow")
    from capicu.arrow import table

    columns = capicu.simulate(capicu.Rules("draw", players=2), 1)
    made = table(columns)
    assert made.num_rows == len(columns["seat"])
    assert made.schema.field("match").type == pyarrow.int64()
    assert made.schema.field("hand").type == pyarrow.list_(pyarrow.string())
    assert made.to_pydict() == columns


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"matches": 0}, "matches"),
        ({"bots": []}, "0 names for 2 seats"),
        ({"bots": ["heavy"] * 3}, "3 names for 2 seats"),
        ({"bots": "peeker"}, "counter"),
    ],
)
def test_wrong_argument_is_named(arguments, words):
    with pytest.raises(ValueError, match=words):
        capicu.simulate(**{"rules": capicu.Rules("draw", players=2), "matches": 1} | arguments)
