"""problem: attention_scores
hint: changed

Scales the caller's q.
"""


def attention_scores(q, k):
    q /= q.shape[-1] ** 0.5
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys")
