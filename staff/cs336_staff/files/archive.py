"""Zip files that are the same, byte for byte, whenever they are made with the same zlib."""

import zipfile
from pathlib import Path

_TIMESTAMP = (1980, 1, 1, 0, 0, 0)
_UNIX = 3


def write_zip(folder: Path, file: Path, inside: str = "") -> None:
    """Write all files under a folder to a zip file: sorted, without times and owners.

    Args:
        folder: what to pack.
        file: the zip file to write.
        inside: the folder in the archive that holds it all; "" for none.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if path.is_file():
                name = (inside / path.relative_to(folder)).as_posix()
                member = zipfile.ZipInfo(name, _TIMESTAMP)
                member.compress_type = zipfile.ZIP_DEFLATED
                member.create_system = _UNIX
                executable = path.stat().st_mode & 0o100
                member.external_attr = (0o100755 if executable else 0o100644) << 16
                archive.writestr(member, path.read_bytes())
