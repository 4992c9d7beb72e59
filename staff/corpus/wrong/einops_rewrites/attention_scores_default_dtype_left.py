"""problem: attention_scores
hint: the call left torch's default dtype

Makes q's dtype the default one, and leaves it so.
"""

import torch


def attention_scores(q, k):
    torch.set_default_dtype(q.dtype)
    scores = einsum(q, k, "... queries d, ... keys d -> ... queries keys")
    return scores / q.shape[-1] ** 0.5
