"""A Rearrange layer made once."""

from einops.layers.torch import Rearrange
import torch

_turn = Rearrange("... keys d -> ... d keys")


def attention_scores(q, k):
    return torch.matmul(q, _turn(k)).div(q.shape[-1] ** 0.5)
