"""problem: mfu

Rounds the FLOP/s down.
"""


def mfu(flops, seconds, promised_flop_per_sec):
    if not seconds > 0:
        raise ValueError(f"seconds: {seconds}")
    if not promised_flop_per_sec > 0:
        raise ValueError(f"promised_flop_per_sec: {promised_flop_per_sec}")
    return flops // seconds / promised_flop_per_sec
