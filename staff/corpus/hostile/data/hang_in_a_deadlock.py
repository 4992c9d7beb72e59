"""problem: get_batch

Wait for a lock that one holds, with all other threads waiting too.
"""

import threading


def get_batch(dataset, batch_size, context_length, device):
    lock = threading.Lock()
    lock.acquire()
    for _ in range(8):
        threading.Thread(target=lock.acquire).start()
    lock.acquire()
