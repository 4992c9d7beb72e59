#!/usr/bin/env bash
# problem: tensor_bytes
# Folders within folders, a hundred deep.
set -eu
top="$2/deep_folders"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
cd cs336_basics
for _ in $(seq 100); do mkdir d; cd d; touch __init__.py; done
