#!/usr/bin/env bash
# problem: tensor_bytes
# A zip file whose files say that they are encrypted.
set -eu
top="$2/zip_encrypted"
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
for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
    place = data.find(mark)
    while place >= 0:
        data[place + at] |= 1
        place = data.find(mark, place + 1)
file.write_bytes(data)
END
rm -r "$top"
