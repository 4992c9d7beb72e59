"""problem: attention_scores
hint: √d

Not scaled.
"""


def attention_scores(q, k):
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys")
