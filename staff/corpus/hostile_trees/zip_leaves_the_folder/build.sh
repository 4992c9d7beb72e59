#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file with names that lead out of the folder that it is unpacked in.
set -eu
top="$2/zip_leaves_the_folder"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
python3 - "$top" "$top.zip" <<'END'
import sys, zipfile
from pathlib import Path

top, file = map(Path, sys.argv[1:])
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file():
            archive.write(path, path.relative_to(top).as_posix())
    for name in ("../../../../tmp/cs336_hostile_was_here", "/tmp/cs336_hostile_was_here"):
        archive.writestr(name, "x")
        archive.writestr("cs336_basics/" + name.lstrip("/") + ".py", "x")
    archive.writestr("..\\..\\cs336_hostile_was_here.py", "x")
END
rm -r "$top"
