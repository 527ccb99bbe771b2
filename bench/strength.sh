#!/bin/sh
# Plays everything that docs/notes/strength.md tells, in its order, and prints it. SHARE (100) is the percentage of
# the pairs to play; PEERS=no leaves out the bots of other projects, which bench/setup.sh installs.
set -eu
cd "$(dirname "$0")/.."
share=${SHARE:-100}

part() {
    echo $((($1 * share + 99) / 100))
}

# PAIRS SEED ARGUMENTS...
arena() {
    pairs=$(part "$1")
    seed=$2
    shift 2
    cargo run --release --quiet --package capicu-cli -- arena "$@" --pairs "$pairs" --seed "$seed"
}

# PAIRS SEED PLAYER PLAYER
duel() {
    cargo run --release --quiet --package capicu-ai --example duel -- \
        "$3" "$4" jamaican-partner 4 "$(part "$1")" anew "$2"
}

# ARGUMENTS...
aims() {
    cargo run --release --quiet --package capicu-ai --example aims -- "$@"
}

# ARGUMENTS...
truth() {
    cargo run --release --quiet --package capicu-truth --example truth -- "$@"
}

echo "## Against each other"
for game in jamaican-partner doscientos all-fives draw; do
    arena 200 1 --pool --game "$game" --nodes 10000
done

echo "## Level by level"
SHARE=$share sh bench/ladder.sh

echo "## At five milliseconds"
duel 1200 981 reader@5ms counter
duel 1800 984 reader@5ms counter
duel 3000 989 reader@5ms counter
duel 260 982 reader@50ms counter
duel 500 987 reader@50ms counter
duel 440 988 reader@50ms counter
duel 1000 990 reader@50ms counter
duel 700 983 reader@5ms facts@5ms
duel 1500 991 reader@5ms facts@5ms
arena 1200 985 reader@5ms level:passes --game jamaican-partner
duel 1200 986 reader@5ms greedy

echo "## What is read from play"
cargo test --quiet --package capicu-ai --lib partners_and_opponents -- --nocapture

echo "## For the match"
arena 2400 54 reader@500 reader:aim=win@500 --game doscientos --matches
arena 2400 56 reader@500 reader:aim=win@500 --game jamaican-partner --matches
for seed in 6000 6001; do
    aims jamaican-partner 500 "$(part 300)" "$seed" win match
done
for seed in $(seq 6000 6004); do
    aims jamaican-partner 4000 "$(part 200)" "$seed" win match
done
for seed in 1 2; do
    aims doscientos 500 "$(part 800)" "$seed" win match
done

if [ "${PEERS:-yes}" = yes ]; then
    echo "## Against the bots of other projects"
    python=bench/venv/bin/python3
    dominoes() {
        arena "$1" "$2" reader@1ms "cmd:$python bench/dominoes_bot.py $3" --rules bench/dominoes.toml \
            --patience 60000
    }
    openspiel() {
        arena "$1" "$2" "$3" "cmd:$python bench/openspiel_bot.py mcts:10:100" --rules bench/openspiel.toml \
            --patience 60000
    }
    arena 200 1 --pool "cmd:$python bench/dominoes_bot.py bota_gorda" --rules bench/dominoes.toml --nodes 10000
    arena 100 1 --pool "cmd:$python bench/openspiel_bot.py mcts:2:10" --rules bench/openspiel.toml --nodes 10000
    dominoes 200 2 alphabeta:8:10
    dominoes 200 1 bota_gorda
    openspiel 40 1 reader@1ms
    openspiel 60 2 reader@5ms
fi

echo "## The truth"
truth "$(part 300)" 10000 1
truth "$(part 60)" 10000 1 reader
truth "$(part 60)" 50000 1 reader
truth "$(part 60)" 100000 1 reader
