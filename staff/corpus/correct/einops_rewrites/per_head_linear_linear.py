"""torch.nn.functional.linear with w turned by einops."""

import torch.nn.functional as F


def per_head_linear(x, w, num_heads):
    if num_heads <= 0 or x.shape[-1] % num_heads:
        raise ValueError(f"num_heads={num_heads}, hidden={x.shape[-1]}")
    heads = rearrange(x, "... (heads d) -> ... heads d", heads=num_heads)
    out = F.linear(heads, rearrange(w, "d_in d_out -> d_out d_in"))
    return rearrange(out, "... heads d -> ... (heads d)")
