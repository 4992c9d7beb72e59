"""problem: attention_scores
hint: √d

Divides by d, not by its root.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / q.shape[-1]
