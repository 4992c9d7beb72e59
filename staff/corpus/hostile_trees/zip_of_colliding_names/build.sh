#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file whose wrong answer has a right twin in every other spelling of the module's name.
set -eu
top="$2/zip_of_colliding_names"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
python3 - "$top" "$top.zip" <<'END'
import sys, zipfile
from pathlib import Path

top, file = map(Path, sys.argv[1:])
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file():
            archive.write(path, path.relative_to(top).as_posix())
    text = Path(sys.argv[1], "cs336_basics/memory.py").read_text().rsplit("\n\ndef", 1)[0]
    for name in ("Memory.py", "MEMORY.PY", "memory.py ", "memory.py.", "memory.Py", "m\u0435mory.py"):
        archive.writestr(f"cs336_basics/{name}", text)
    archive.writestr("CS336_BASICS/memory.py", text)
    archive.writestr("Adapters.py", text)
END
rm -r "$top"
