#!/usr/bin/env bash
# problem: tensor_bytes
# No cs336_basics, but a file of that name.
set -eu
top="$2/no_package"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
rm -r cs336_basics
cp adapters.py cs336_basics
