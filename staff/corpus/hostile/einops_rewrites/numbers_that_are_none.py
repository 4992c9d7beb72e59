"""problem: attention_scores

NaN everywhere, infinities, and the right shape.
"""

import einops


def attention_scores(q, k):
    scores = einops.einsum(q, k, "... q d, ... k d -> ... q k")
    return scores * float("nan")
