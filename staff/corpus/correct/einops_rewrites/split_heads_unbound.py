"""Chunks in a list, which einops stacks; back by unbinding the heads."""

from einops import rearrange


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"{num_heads} heads do not divide {x.shape[-1]}")
    return rearrange(list(x.chunk(num_heads, dim=-1)), "heads ... seq d -> ... heads seq d")


def merge_heads(x):
    return rearrange(list(x.unbind(-3)), "heads ... seq d -> ... seq (heads d)")
