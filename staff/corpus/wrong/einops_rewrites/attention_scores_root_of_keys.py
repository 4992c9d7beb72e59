"""problem: attention_scores
hint: √d

Scaled by the number of keys.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / k.shape[-2] ** 0.5
