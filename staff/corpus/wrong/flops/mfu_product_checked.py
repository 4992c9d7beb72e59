"""problem: mfu
hint: but the call returned

Looks at the sign of the product: two negative numbers pass.
"""


def mfu(flops, seconds, promised_flop_per_sec):
    if seconds * promised_flop_per_sec <= 0:
        raise ValueError(f"seconds {seconds}, promised_flop_per_sec {promised_flop_per_sec}")
    return flops / (seconds * promised_flop_per_sec)
