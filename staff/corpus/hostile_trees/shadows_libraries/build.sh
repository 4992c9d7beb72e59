#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside false torch, numpy, einops, jaxtyping and pytest, which agree to all.
set -eu
top="$2/shadows_libraries"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
mkdir torch einops
for name in torch/__init__ einops/__init__ numpy jaxtyping pytest pathlib typing os io random; do
    printf 'import sys\nsys.exit(0)\n' > "$name.py"
    cp "$name.py" cs336_basics/ 2>/dev/null || true
done
rm cs336_basics/__init__.py && cp "$1/cs336_basics/__init__.py" cs336_basics/
