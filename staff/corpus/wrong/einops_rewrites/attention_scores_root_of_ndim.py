"""problem: attention_scores
hint: √2, the root of the number of dims

q.dim() is the number of dims, not d.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / q.dim() ** 0.5
