"""Contiguous results, through layers made at the call; EinopsError becomes a ValueError."""

from einops import EinopsError
from einops.layers.torch import Rearrange


class Heads:
    split, merge = "b s (h d) -> b h s d", "... h s d -> ... s (h d)"

    @staticmethod
    def merged(x):
        return Rearrange(Heads.merge)(x).contiguous()


def split_heads(x, num_heads):
    if not num_heads >= 1:
        raise ValueError(f"{num_heads=}")
    try:
        return Rearrange(Heads.split.replace("b", "..."), h=int(num_heads))(x).contiguous()
    except EinopsError as error:
        raise ValueError(f"{num_heads=} does not divide {x.shape[-1]}") from error


def merge_heads(x):
    return Heads.merged(x)
