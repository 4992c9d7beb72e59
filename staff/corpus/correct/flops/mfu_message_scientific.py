"""Writes the values into its messages as %e does: -2.000000e+01 for -20."""


def mfu(flops, seconds, promised_flop_per_sec):
    if seconds <= 0:
        raise ValueError("seconds must be positive, got %e" % seconds)
    if promised_flop_per_sec <= 0:
        raise ValueError("promised_flop_per_sec must be positive, got %e" % promised_flop_per_sec)
    return flops / seconds / promised_flop_per_sec
