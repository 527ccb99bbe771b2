"""Dominoes: rules, rounds, views, knowledge, bots, records and a solver, in the words of docs/glossary.md.

Seats and sides are numbers from 0. Tiles are texts such as "6-4", actions such as "6-6" (a lead), "6-4@6-6" (the second
tile is on the table), "draw", "pass" and "hand-over". Bad input raises a ValueError or TypeError with the remedy.
"""

from capicu._engine import (
    Analysis,
    Bot,
    Encoding,
    IllegalAction,
    Knowledge,
    Match,
    NotSolved,
    Record,
    RecordError,
    Round,
    Rules,
    RulesError,
    VecEnv,
    View,
    analyze,
    games,
    judge,
    playouts,
    solve,
    solve_many,
)
from capicu._types import Award, Judged, MatchResult, Move, Outcome, Solution

__all__ = [
    "Analysis",
    "Award",
    "Bot",
    "Encoding",
    "IllegalAction",
    "Judged",
    "Knowledge",
    "Match",
    "MatchResult",
    "Move",
    "NotSolved",
    "Outcome",
    "Record",
    "RecordError",
    "Round",
    "Rules",
    "RulesError",
    "Solution",
    "VecEnv",
    "View",
    "analyze",
    "games",
    "judge",
    "playouts",
    "solve",
    "solve_many",
]
