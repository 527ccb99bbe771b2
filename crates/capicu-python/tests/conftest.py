"""What several tests use."""

import capicu
import pytest

# Every game with every number of players it is written for.
EVERY = [
    (game["id"], players) for game in capicu.games() for players in game["players"]
]


def dealt(game: str, players: int, seed: int = 5) -> capicu.Round:
    return capicu.Round.deal(capicu.Rules(game, players=players), seed=seed)


@pytest.fixture(params=EVERY, ids=lambda each: f"{each[0]}-{each[1]}")
def rules(request: pytest.FixtureRequest) -> capicu.Rules:
    game, players = request.param
    return capicu.Rules(game, players=players)
