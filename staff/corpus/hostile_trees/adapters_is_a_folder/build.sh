#!/usr/bin/env bash
# problem: tensor_bytes
# adapters.py is a folder.
set -eu
top="$2/adapters_is_a_folder"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
mkdir a && mv adapters.py a/__init__.py && mv a adapters.py
