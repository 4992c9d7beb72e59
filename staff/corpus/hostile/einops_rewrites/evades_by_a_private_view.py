"""problem: split_heads

view, by the name that torch has for it inside.
"""

import torch


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    x = rearrange(x, "... -> ...").contiguous()
    *lead, seq, hidden = x.shape
    split = torch.ops.aten._unsafe_view(x, [*lead, seq, num_heads, hidden // num_heads])
    out = x.new_empty((*lead, num_heads, seq, hidden // num_heads))
    for i in range(num_heads):
        out[..., i, :, :] = split[..., i, :]
    return out
