"""problem: attention_scores
hint: softmax

Goes on to the softmax.
"""


def attention_scores(q, k):
    return (
        einsum(q, k, "... queries d, ... keys d -> ... queries keys") / q.shape[-1] ** 0.5
    ).softmax(-1)
