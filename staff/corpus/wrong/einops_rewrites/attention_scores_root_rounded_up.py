"""problem: attention_scores
hint: this rounds it up

The root of d is rounded up.
"""

import math


def attention_scores(q, k):
    scores = einsum(q, k, "... queries d, ... keys d -> ... queries keys")
    return scores / math.ceil(q.shape[-1] ** 0.5)
