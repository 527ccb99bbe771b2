#!/bin/sh
# Plays whole matches of every level against the average one, `club`, in every game that is rated: what
# docs/notes/ratings.md takes the scale of ratings from. A line is a game, a level, pairs of matches, the share that the level
# won, and the interval of it. SHARE (100) is the percentage of the pairs to play.
set -eu
cd "$(dirname "$0")/.."
share=${SHARE:-100}

# GAME LEVEL PAIRS
against_average() {
    pairs=$((($3 * share + 99) / 100))
    printf '%s %s %s' "$1" "$2" "$pairs"
    cargo run --release --quiet --package capicu-cli -- \
        arena "level:$2" level:club --game "$1" --matches --pairs "$pairs" --seed 1 --lang en |
        sed -n 's/^ *score */ /p'
}

for game in jamaican-partner cut-throat french chiva cien doscientos block draw cross double-nine-cross \
    double-twelve-cross all-fives fives-and-threes club; do
    for level in heaviest own-hand table passes; do
        against_average "$game" "$level" 2000
    done
    against_average "$game" imagines 1000
    against_average "$game" concludes 300
done
