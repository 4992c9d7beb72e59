"""problem: mfu
hint: this leaves the seconds out

Leaves the seconds out.
"""


def mfu(flops, seconds, promised_flop_per_sec):
    if not seconds > 0:
        raise ValueError(f"seconds: {seconds}")
    if not promised_flop_per_sec > 0:
        raise ValueError(f"promised_flop_per_sec: {promised_flop_per_sec}")
    return flops / promised_flop_per_sec
