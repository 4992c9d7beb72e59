"""problem: attention_scores
hint: has shape

Keys before queries.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... keys queries") / q.shape[-1] ** 0.5
