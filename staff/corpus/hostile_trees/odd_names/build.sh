#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside files whose names are no text, act on a terminal, or look like options.
set -eu
top="$2/odd_names"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
python3 - <<'END'
import os

names = [b"-rf.py", b"\x1b]0;owned\x07.py", b"a\nb.py", b"\xff\xfe.py", b"\xed\xa0\x80.py"]
names += [b" .py", b".py", b"..py", b"<script>.py", b"=cmd()|.py", b"x" * 250 + b".py", b"con.py"]
for name in names:
    for folder in (b".", b"cs336_basics"):
        with open(os.path.join(folder, name), "w") as file:
            file.write("import os; os._exit(0)")
END
