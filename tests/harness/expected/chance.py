"""How far chance can carry a sample: bounds that hold for every sample size, not just in the limit.

A statistic beyond its bound happens by chance with a probability below 2·exp(-NATS), about 2e-13.
"""

import math

NATS = 30.0


def mean_slack(n: int, variance: float, reach: float) -> float:
    """Return how far the mean of n independent draws can be off (Bernstein's inequality).

    Args:
        n: number of draws.
        variance: of one draw.
        reach: how far one draw can lie from its mean.
    """
    linear = NATS * reach / (3 * n)
    return linear + math.sqrt(linear**2 + 2 * variance * NATS / n)


def share_is_off(count: int, n: int, probability: float) -> bool:
    """Return whether count of n independent draws is not to be had by chance (Chernoff's bound)."""
    share = count / n
    terms = ((share, probability), (1 - share, 1 - probability))
    return n * sum(q * math.log(q / p) for q, p in terms if q > 0) > NATS
