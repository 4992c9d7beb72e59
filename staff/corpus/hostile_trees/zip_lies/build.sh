#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file with wrong sizes and sums, entries that overlap, and an end in the middle.
set -eu
top="$2/zip_lies"
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
    pass
data = bytearray(file.read_bytes())
place = data.find(b"PK\x01\x02")
while place >= 0:
    data[place + 16 : place + 28] = b"\x10\0\0\0\xff\xff\xff\x7f\x01\0\0\0"
    data[place + 42 : place + 46] = bytes(4)
    place = data.find(b"PK\x01\x02", place + 1)
file.write_bytes(data)
END
rm -r "$top"
