#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file in which a module is a link.
set -eu
top="$2/zip_of_links"
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
    link = zipfile.ZipInfo("cs336_basics/notes.py")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    archive.writestr(link, "/etc/passwd")
END
rm -r "$top"
