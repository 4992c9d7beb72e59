"""The achieved rate, then its share of the promise."""


def mfu(flops, seconds, promised_flop_per_sec):
    for name, value in (("seconds", seconds), ("promised_flop_per_sec", promised_flop_per_sec)):
        if value <= 0:
            raise ValueError(f"{name} has to be above 0, it is {value}")
    achieved = flops / seconds
    return achieved / promised_flop_per_sec
