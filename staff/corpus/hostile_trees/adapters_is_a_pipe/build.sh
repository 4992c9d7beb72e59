#!/usr/bin/env bash
# problem: tensor_bytes
# adapters.py is a pipe: whoever opens it waits for ever.
set -eu
top="$2/adapters_is_a_pipe"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
rm adapters.py && mkfifo adapters.py
