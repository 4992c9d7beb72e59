"""problem: attention_scores
hint: dtype

Always float32.
"""


def attention_scores(q, k):
    return (
        einsum(q.float(), k.float(), "... queries d, ... keys d -> ... queries keys")
        / q.shape[-1] ** 0.5
    )
