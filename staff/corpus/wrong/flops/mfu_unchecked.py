"""problem: mfu
hint: but the call returned

Lets 0 seconds through as infinity.
"""


def mfu(flops, seconds, promised_flop_per_sec):
    return (
        flops / seconds / promised_flop_per_sec
        if seconds and promised_flop_per_sec
        else float("inf")
    )
