#!/usr/bin/env bash
# problem: tensor_bytes
# No adapters.py.
set -eu
top="$2/no_adapters"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
rm adapters.py
