"""problem: attention_scores
hint: only einops

The method by its name.
"""


def attention_scores(q, k):
    k = rearrange(k, "... keys d -> ... keys d")
    return q @ getattr(k, "swapaxes")(-1, -2) / q.shape[-1] ** 0.5
