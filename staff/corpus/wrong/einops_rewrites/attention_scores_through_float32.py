"""problem: attention_scores
hint: expected

Computes in float32 what comes in float64.
"""


def attention_scores(q, k):
    scores = (
        einsum(q.float(), k.float(), "... queries d, ... keys d -> ... queries keys")
        / q.shape[-1] ** 0.5
    )
    return scores.to(q.dtype)
