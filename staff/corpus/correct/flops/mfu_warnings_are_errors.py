"""Has warnings raised from its import on, and warns of an MFU above 1, which is no error."""

import warnings

warnings.simplefilter("error")


def mfu(flops, seconds, promised_flop_per_sec):
    """Return achieved over promised FLOP/s."""
    for name, value in ("seconds", seconds), ("promised_flop_per_sec", promised_flop_per_sec):
        if not value > 0:
            raise ValueError(f"{name} must be positive, not {value}")
    achieved = flops / seconds / promised_flop_per_sec
    if achieved > 1:
        warnings.warn(f"an MFU of {achieved} tells of a mistake in measuring", stacklevel=2)
    return achieved
