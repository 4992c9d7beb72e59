"""torch.tensordot, which moves axes inside itself."""

import torch
from einops import rearrange


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, not {num_heads}")
    heads = rearrange(x, "... (heads d) -> ... heads d", heads=num_heads)
    return rearrange(torch.tensordot(heads, w, dims=1), "... heads d -> ... (heads d)")
