#!/bin/sh
# Makes bench/venv with the peers in it.
set -eu
cd "$(dirname "$0")"
python3 -m venv venv
venv/bin/pip install --quiet --requirement requirements.txt
echo "bench/venv is ready"
