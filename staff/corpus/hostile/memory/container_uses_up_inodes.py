"""problem: tensor_bytes

Make more files than the disk has room for their names.
"""

import os
import time

_right = tensor_bytes


def tensor_bytes(x):
    for number in range(100_000):
        os.close(os.open(f"file{number}", os.O_CREAT | os.O_WRONLY))
    time.sleep(1)
    return _right(x)
