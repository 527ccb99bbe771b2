#!/bin/sh
# Plays every level against the one below it in four games, and prints the table of docs/strength.md.
# PAIRS (1000) says for how long. In All Fives whole matches are played: there points decide, not rounds.
set -eu
cd "$(dirname "$0")/.."
pairs=${PAIRS:-1000}
seed=${SEED:-1}

ladder() {
    cargo run --release --quiet --package capicu-cli -- arena --ladder --pairs "$pairs" --seed "$seed" "$@"
}

ladder --game jamaican-partner
ladder --game doscientos
ladder --game all-fives --matches
ladder --game draw
