#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside files that Python runs when it starts.
set -eu
top="$2/customizes_site"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
for name in sitecustomize usercustomize; do
    printf 'import os\nos._exit(0)\n' > $name.py
    cp $name.py cs336_basics/
done
printf 'import os; os._exit(0)\n' > evil.pth
printf '.\nimport site\n' > python311._pth
printf 'home = /tmp\n' > pyvenv.cfg
mkdir -p lib/python3.11/site-packages && cp evil.pth lib/python3.11/site-packages/
