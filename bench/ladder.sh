#!/bin/sh
# Plays every level against the one below it in four games, as told in docs/strength.md under "Level by level".
# In All Fives whole matches are played: there points decide, not rounds. SHARE (100) is the percentage of the
# pairs to play.
set -eu
cd "$(dirname "$0")/.."
share=${SHARE:-100}

# LEVEL PAIRS ARGUMENTS...
step() {
    level=$1
    pairs=$((($2 * share + 99) / 100))
    shift 2
    cargo run --release --quiet --package capicu-cli -- \
        arena "level:$level" "level:$((level - 1))" --pairs "$pairs" --seed 1 "$@"
}

# LEVEL PAIRS, and PAIRS of matches
steps() {
    for game in jamaican-partner doscientos draw; do
        step "$1" "$2" --game "$game"
    done
    step "$1" "$3" --game all-fives --matches
}

for level in 2 3 4 5; do
    steps "$level" 10000 10000
done
steps 6 4000 10000
steps 7 2000 2000
for game in jamaican-partner doscientos; do
    step 8 600 --game "$game"
done
step 8 1000 --game draw
step 8 1000 --game all-fives --matches
