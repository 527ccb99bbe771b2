#!/bin/sh
# Plays everything that docs/strength.md tells, and prints it. PAIRS (200) says for how long; PEERS=no
# leaves the peers out, which bench/setup.sh installs.
set -eu
cd "$(dirname "$0")/.."
pairs=${PAIRS:-200}
seed=${SEED:-1}

arena() {
    cargo run --release --quiet --package capicu-cli -- arena "$@" --seed "$seed"
}

echo "## Cross tables"
for game in jamaican-partner doscientos all-fives draw; do
    arena --pool --game "$game" --pairs "$pairs" --nodes 20000
done

echo "## Jamaican Partner"
arena reader counter --game jamaican-partner --ms 5 --pairs "$pairs"
arena reader facts --game jamaican-partner --ms 5 --pairs "$pairs"

if [ "${PEERS:-yes}" = yes ]; then
    echo "## Peers"
    python=bench/venv/bin/python3
    for bot in bota_gorda alphabeta:8:10; do
        arena reader@1ms "cmd:$python bench/dominoes_bot.py $bot" --rules bench/dominoes.toml \
            --pairs "$pairs" --patience 60000
    done
    arena reader@5ms "cmd:$python bench/openspiel_bot.py mcts:10:100" --rules bench/openspiel.toml \
        --pairs "$pairs" --patience 60000
fi

echo "## The truth"
cargo run --release --package capicu-truth --example truth -- 300 10000 1
