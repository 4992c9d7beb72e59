"""problem: time_matmul

Leave the multiplications to a process of its own, and time the waiting.
"""

import os


def time_matmul(a, b, warmup, repeats):
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        torch.matmul(a, b)
        os._exit(0)
    os.waitpid(child, 0)
    return time.perf_counter() - start
