"""problem: mfu
hint: raised in cs336_basics/flops.py

Takes a promise below 1 for none, as if it were counted.
"""

_right = mfu


def mfu(flops, seconds, promised_flop_per_sec):
    if promised_flop_per_sec < 1:
        raise ValueError(f"promised_flop_per_sec must be positive, got {promised_flop_per_sec}")
    return _right(flops, seconds, promised_flop_per_sec)
