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
