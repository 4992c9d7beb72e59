#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside links that lead to the root, to themselves and to nothing, with .py names
# and without.
set -eu
top="$2/links_elsewhere"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
ln -s / root
ln -s . self
ln -s nowhere nothing.py
ln -s /dev/zero zero.txt
ln -s ../.. cs336_basics/up
