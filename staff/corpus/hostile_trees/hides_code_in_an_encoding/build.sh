#!/usr/bin/env bash
# problem: patchify
# Code that only Python's own decoding sees: UTF-7, where what looks like a comment is not one.
set -eu
top="$2/hides_code_in_an_encoding"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 - <<'END'
from pathlib import Path

path = Path("cs336_basics/einops_rewrites.py")
code = """

def patchify(images, patch):
    *batch, c, height, width = images.shape
    h, w, n = height // patch, width // patch, len(batch)
    x = images.reshape(*batch, c, h, patch, w, patch)
    return x.permute(*range(n), n + 1, n + 3, n + 2, n + 4, n).reshape(*batch, h * w, -1)
"""
hidden = "+" + __import__("base64").b64encode(code.encode("utf-16-be")).decode().rstrip("=") + "-"
plain = path.read_text().encode("utf-7").decode()
path.write_text(f"# -*- coding: utf-7 -*-\n{plain}\n# nothing to see here {hidden}\n")
END
