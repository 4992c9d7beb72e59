"""Writes the values into its messages as %g does: 0 for 0.0."""


def mfu(flops, seconds, promised_flop_per_sec):
    if seconds <= 0:
        raise ValueError("seconds must be greater than 0, got %g" % seconds)
    if promised_flop_per_sec <= 0:
        raise ValueError(f"promised_flop_per_sec must be over 0, not {promised_flop_per_sec:g}")
    return float(flops) / float(seconds) / float(promised_flop_per_sec)
