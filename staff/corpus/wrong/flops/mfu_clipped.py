"""problem: mfu
hint: nothing is clipped

Never above 1.
"""


def mfu(flops, seconds, promised_flop_per_sec):
    if not seconds > 0:
        raise ValueError(f"seconds: {seconds}")
    if not promised_flop_per_sec > 0:
        raise ValueError(f"promised_flop_per_sec: {promised_flop_per_sec}")
    return min(1.0, flops / seconds / promised_flop_per_sec)
