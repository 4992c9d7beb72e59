#!/usr/bin/env bash
# problem: tensor_bytes
# Source that is not UTF-8, with cookies of encodings that are none.
set -eu
top="$2/not_utf8"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
printf '# -*- coding: rot13 -*-\n\377\376\000x' > cs336_basics/notes.py
printf '# -*- coding: latin-1 -*-\n"""\351\377"""\n\ndef tensor_bytes(x):\n    return "\351"\n' \
    | cat - > cs336_basics/memory_new.py
printf '\n\nfrom cs336_basics.memory_new import tensor_bytes\n' >> cs336_basics/memory.py
