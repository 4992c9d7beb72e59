#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file with two submissions in two folders.
set -eu
top="$2/zip_of_two_tops"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 - "$top" "$top.zip" <<'END'
import sys, zipfile
from pathlib import Path

top, file = map(Path, sys.argv[1:])
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file() and not path:
            archive.write(path, path.relative_to(top).as_posix())
    for path in sorted(top.rglob("*.py")):
        for folder in ("one", "two"):
            archive.write(path, f"{folder}/{path.relative_to(top).as_posix()}")
END
rm -r "$top"
