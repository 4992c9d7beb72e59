"""problem: attention_scores
hint: ValueError

Needs the same batch dims on both sides.
"""


def attention_scores(q, k):
    if q.shape[:-2] != k.shape[:-2]:
        raise ValueError(f"batch dims of q {q.shape} and k {k.shape} differ")
    return einsum(q, k, "... queries d, ... keys d -> ... queries keys") / q.shape[-1] ** 0.5
