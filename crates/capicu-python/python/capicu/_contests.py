"""Contests between the levels of our bots."""

from itertools import pairwise

from capicu._engine import Rules, arena, levels
from capicu._types import Tally


def ladder(
    rules: Rules, pairs: int = 500, *, play: str = "rounds", seed: int = 0, threads: int = 1
) -> list[Tally]:
    """Plays every level of our bots against the one below it, the weakest first, as `arena` does."""
    return [
        arena(above.bot, below.bot, rules, pairs, play=play, seed=seed, threads=threads)
        for below, above in pairwise(levels())
    ]
