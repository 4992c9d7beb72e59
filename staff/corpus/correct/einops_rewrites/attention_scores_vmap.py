"""One head at a time, mapped over whatever dims are in front."""

import torch
from einops import einsum


def _scores(q, k):
    return einsum(q, k, "queries d, keys d -> queries keys") / q.shape[-1] ** 0.5


def attention_scores(q, k):
    front = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2])
    scores = _scores
    for _ in front:
        scores = torch.vmap(scores)
    return scores(q.expand(*front, -1, -1), k.expand(*front, -1, -1))
