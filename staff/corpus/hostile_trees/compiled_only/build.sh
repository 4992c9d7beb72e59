#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer, and the right one in compiled files that Python would take without asking.
set -eu
top="$2/compiled_only"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
python3 - "$1/cs336_basics/memory.py" <<'END'
import importlib.util
import marshal
import sys
from pathlib import Path

code = compile(Path(sys.argv[1]).read_text(), "memory.py", "exec")
data = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
cache = Path("cs336_basics/__pycache__")
cache.mkdir(exist_ok=True)
for name in ("cpython-311", "cpython-312", "cpython-313", sys.implementation.cache_tag):
    (cache / f"memory.{name}.pyc").write_bytes(data)
Path("cs336_basics/memory.pyc").write_bytes(data)
END
