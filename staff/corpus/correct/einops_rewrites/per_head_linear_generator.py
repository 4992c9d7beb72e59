"""A generator pipeline with functools.reduce."""

import functools
from einops import rearrange


def _steps(num_heads, w):
    yield lambda t: rearrange(t, "... (heads inside) -> ... heads inside", heads=num_heads)
    yield lambda t: t.__matmul__(w)
    yield lambda t: rearrange(t, "... heads inside -> ... (heads inside)")


def per_head_linear(x, w, num_heads):
    if not num_heads >= 1:
        raise ValueError(f"num_heads={num_heads}")
    return functools.reduce(lambda t, step: step(t), _steps(num_heads, w), x)
