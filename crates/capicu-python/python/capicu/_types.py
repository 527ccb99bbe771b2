"""Named tuples that the engine returns."""

from typing import NamedTuple


class Award(NamedTuple):
    """Points for a side; negative if they are taken off."""

    side: int
    points: int
    reason: str
    """The reason in the words of records (docs/record-format.md)."""


class Move(NamedTuple):
    """A move as the table or a seat saw it."""

    seat: int
    action: str
    drawn: str | None
    """The drawn tile; None if no tile was drawn, or if the viewer may not know it."""
    shown: bool
    """Whether everybody saw the drawn tile."""


class Outcome(NamedTuple):
    """The end of a round."""

    ended: str
    """One of out, blocked, target, void, doubles and foul."""
    winner: int | None
    """The winning seat; None for a tie and a void round."""
    side: int | None
    """The winning side; None if no side won."""
    counts: list[int]
    """The count of each hand, in pips, by seat."""
    awards: list[Award]
    """Points for the end of the round, without points made in play."""
    hands: list[list[str]]
    """The tiles left in the hands, by seat."""


class MatchResult(NamedTuple):
    """The end of a match."""

    winner: int
    """The winning side."""
    losers: list[int]
    """The sides that lost outright: in a game of penalties only those at the target."""
    skunked: list[int]
    """The losing sides that had not turned the corner of the board."""


class Judged(NamedTuple):
    """An action as the strongest bot judges it."""

    action: str
    worth: float
    """The chance to win the match, from 0 to 1."""
    share: float
    """The value as a chance to win the round, from 0 to 1."""
    rounds: int
    """The number of imagined rounds."""
    odds: float
    """The probability that the bot chooses it."""


class Solution(NamedTuple):
    """The value of a round with all hands open, for the side to act."""

    seat: int
    """The seat to act."""
    value: int | None
    """None if the budget ended first."""
    actions: list[tuple[str, int | None]]
    """Every distinct legal action with its value."""
    line: list[str]
    """Best play by everybody; empty without a fast form."""
    nodes: int
    """The number of searched positions."""


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    mean: float
    interval: tuple[float, float]


class Tally(NamedTuple):
    """The result of a contest: the strength of the first player over the second."""

    names: tuple[str, str]
    pairs: int
    games: int
    decided: int
    """Games with a winner."""
    score: Estimate
    """The share of games that the first player won; a tie counts half."""
    elo: Estimate
    """Normalized Elo: the distance of the score from one half in standard deviations of a game, times 347."""
    margin: Estimate | None
    """The first player's lead in points per round; None for matches, and with fewer than two pairs."""
    counts: list[int]
    """The number of pairs by half games that the first player won, from none to all."""
    log_ratio: float | None
    """The log likelihood ratio of the sequential test."""
    found: str | None
    """"elo0" or "elo1", the strength that the test accepted; None without a finding."""


class Endings(NamedTuple):
    """The choices of a player in the endings of the suite."""

    positions: int
    best: int
    """Positions in which its action was one of the best."""
    lost: Estimate
    """Points lost per position."""
    faults: int
    """Positions without a legal answer; they count as the worst action."""


class Suite(NamedTuple):
    """The figures of a player by the suite."""

    version: str
    digest: str
    """The SHA-256 of games, deals, opponents and positions."""
    contests: list[tuple[str, Tally]]
    """The game and result of each contest."""
    endings: Endings


class Level(NamedTuple):
    """A level of our bots."""

    bot: str
    """Its name for `Bot` and `arena`, such as "level:4"."""
    name: str
    """Its lasting name: levels that are added may change the numbers."""
    nodes: int
    """The nodes it searches for a decision; 0 if it plays by rules of thumb."""
