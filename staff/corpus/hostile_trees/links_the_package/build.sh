#!/usr/bin/env bash
# problem: tensor_bytes
# cs336_basics is a link to the folder of the reference.
set -eu
top="$2/links_the_package"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
rm -r cs336_basics
ln -s "$1/cs336_basics" cs336_basics
