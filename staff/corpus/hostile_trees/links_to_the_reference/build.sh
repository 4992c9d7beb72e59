#!/usr/bin/env bash
# problem: tensor_bytes
# A module that is a link to the reference's own file.
set -eu
top="$2/links_to_the_reference"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
ln -sf "$1/cs336_basics/memory.py" cs336_basics/memory.py
