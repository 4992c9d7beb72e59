#!/usr/bin/env bash
# problem: tensor_bytes
# Thousands of files in the package.
set -eu
top="$2/many_files"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 -c 'for n in range(5000): open(f"cs336_basics/m{n}.py", "w").close()'
