#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file of a few megabytes with hundreds of them in it.
set -eu
top="$2/zip_bomb"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 - "$top" "$top.zip" <<'END'
import sys, zipfile
from pathlib import Path

top, file = map(Path, sys.argv[1:])
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file():
            archive.write(path, path.relative_to(top).as_posix())
    with archive.open("cs336_basics/notes.py", "w", force_zip64=True) as file:
        for _ in range(16):
            file.write(b"#" * 2**24)
END
rm -r "$top"
