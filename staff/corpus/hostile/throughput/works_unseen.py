"""problem: time_matmul

Multiply once in a thread, where no dispatch mode of the caller sees it, and time that.
"""

import threading


def time_matmul(a, b, warmup, repeats):
    took = []

    def work():
        start = time.perf_counter()
        torch.matmul(a, b)
        took.append(time.perf_counter() - start)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return took[0]
