"""problem: attention_scores

Refuses more than three batch dims.
"""


def attention_scores(q, k):
    if max(q.ndim, k.ndim) > 5:
        raise ValueError("at most three batch dims")
    scores = einsum(q, k, "... queries d, ... keys d -> ... queries keys")
    return scores / q.shape[-1] ** 0.5
