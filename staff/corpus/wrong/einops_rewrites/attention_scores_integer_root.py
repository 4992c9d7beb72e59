"""problem: attention_scores
hint: whole number

Divides by the root rounded down.
"""

import math


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / math.isqrt(q.shape[-1])
