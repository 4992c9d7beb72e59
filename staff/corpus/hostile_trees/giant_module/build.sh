#!/usr/bin/env bash
# problem: tensor_bytes
# A module of a hundred megabytes.
set -eu
top="$2/giant_module"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 -c 'print("#" * 10**8)' >> cs336_basics/memory.py
