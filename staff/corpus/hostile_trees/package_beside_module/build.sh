#!/usr/bin/env bash
# problem: attention_scores
# A package beside the module of the same name: the module shows einops, the package is what is
# imported, and it moves axes by hand.
set -eu
top="$2/package_beside_module"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
mkdir cs336_basics/einops_rewrites
cp cs336_basics/einops_rewrites.py cs336_basics/einops_rewrites/shown.py
cat > cs336_basics/einops_rewrites/__init__.py <<'END'
from cs336_basics.einops_rewrites.shown import masked_mean, merge_heads, patchify
from cs336_basics.einops_rewrites.shown import per_head_linear, split_heads


def attention_scores(q, k):
    return q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
END
