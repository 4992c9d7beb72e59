#!/usr/bin/env bash
# problem: tensor_bytes
# adapters.py is a link to a file of the system.
set -eu
top="$2/links_adapters"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
ln -sf /etc/passwd adapters.py
