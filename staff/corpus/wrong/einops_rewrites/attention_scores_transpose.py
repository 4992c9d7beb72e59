"""problem: attention_scores
hint: only einops

The positional code, with einops beside it.
"""


def attention_scores(q, k):
    q = rearrange(q, "... queries d -> ... queries d")
    return q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
