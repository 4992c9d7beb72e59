"""Every query beside every key, and torch's dot product of vectors."""

import torch
from einops import rearrange


def attention_scores(q, k):
    queries = rearrange(q, "... queries d -> ... queries 1 d")
    keys = rearrange(k, "... keys d -> ... 1 keys d")
    return torch.linalg.vecdot(queries, keys) / q.size(-1) ** 0.5
