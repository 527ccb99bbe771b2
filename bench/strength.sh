#!/bin/sh
# Plays everything that docs/strength.md tells, and prints it. PAIRS (200) says for how long, DEALS (60)
# for the truth; PEERS=no leaves the peers out, which bench/setup.sh installs.
set -eu
cd "$(dirname "$0")/.."
pairs=${PAIRS:-200}
deals=${DEALS:-60}
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
arena reader counter --game jamaican-partner --ms 50 --pairs "$pairs"
arena reader facts --game jamaican-partner --ms 5 --pairs "$pairs"

echo "## The match, against the same player that thinks of the round alone"
for game in jamaican-partner doscientos; do
    arena reader@5000 reader:aim=round@5000 --game "$game" --matches --pairs "$pairs"
done

echo "## Levels"
PAIRS=$pairs SEED=$seed sh bench/ladder.sh

if [ "${PEERS:-yes}" = yes ]; then
    echo "## Peers"
    python=bench/venv/bin/python3
    arena --pool "cmd:$python bench/dominoes_bot.py bota_gorda" --rules bench/dominoes.toml \
        --pairs "$pairs" --nodes 10000 --patience 60000
    for bot in bota_gorda alphabeta:8:10; do
        arena reader@1ms "cmd:$python bench/dominoes_bot.py $bot" --rules bench/dominoes.toml \
            --pairs "$pairs" --patience 60000
    done
    arena reader@5ms "cmd:$python bench/openspiel_bot.py mcts:10:100" --rules bench/openspiel.toml \
        --pairs "$pairs" --patience 60000
fi

echo "## The truth"
cargo run --release --package capicu-truth --example truth -- "$deals" 50000 1
