"""Zip files that are the same, byte for byte, whenever they are made with the same zlib."""

import time
import zipfile
from pathlib import Path

_UNIX = 3


def write_zip(folder: Path, file: Path, modified: int, inside: str = "") -> None:
    """Write all files under a folder to a zip file: sorted, of one time, without owners.

    Args:
        folder: what to pack.
        file: the zip file to write.
        modified: seconds since 1970, the time of all files: a later release needs a later one, or
            Python takes its files for those whose bytecode it has kept.
        inside: the folder in the archive that holds it all; "" for none.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if path.is_file():
                name = (inside / path.relative_to(folder)).as_posix()
                member = zipfile.ZipInfo(name, time.gmtime(modified)[:6])
                member.compress_type = zipfile.ZIP_DEFLATED
                member.create_system = _UNIX
                executable = path.stat().st_mode & 0o100
                member.external_attr = (0o100755 if executable else 0o100644) << 16
                archive.writestr(member, path.read_bytes())
