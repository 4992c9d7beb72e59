"""problem: attention_scores
hint: d / 2

Divides by d / 2: takes the root for a half.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / (q.shape[-1] / 2)
