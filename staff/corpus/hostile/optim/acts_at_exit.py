"""problem: adagrad

Crash, loop and write when the process is about to end.
"""

import atexit
import os
import threading
import time
import weakref


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        super().__init__(params, {"lr": lr})

        def late():
            open("/tmp/cs336_hostile_was_here", "w").close()
            time.sleep(1000)

        atexit.register(late)
        atexit.register(os.abort)
        threading._register_atexit(late)
        weakref.finalize(self, late)
        threading.Thread(target=lambda: (time.sleep(0.05), os.abort())).start()

    def step(self, closure=None):
        return closure() if closure else None

    def __del__(self):
        os._exit(0)
