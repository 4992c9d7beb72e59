"""Takes the longer time with NumPy, as a NumPy float."""

import numpy as np


def roofline_seconds(flops, bytes_moved, flop_per_sec, bytes_per_sec):
    work = {"flops": flops, "bytes_moved": bytes_moved}
    speed = {"flop_per_sec": flop_per_sec, "bytes_per_sec": bytes_per_sec}
    bad = [f"{name}={x}" for name, x in work.items() if x < 0]
    bad += [f"{name}={x}" for name, x in speed.items() if x <= 0]
    if bad:
        raise ValueError(", ".join(bad))
    times = np.array([*work.values()], dtype=np.float64) / np.array([*speed.values()], np.float64)
    return times.max()
