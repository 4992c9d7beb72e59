"""Pack the batch dims into one, and unpack them."""

import einops


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads={num_heads}")
    flat, batch = einops.pack([x], "* s hd")
    heads = einops.rearrange(flat, "b s (h d) -> b h s d", h=num_heads)
    return einops.unpack(heads, batch, "* h s d")[0]


def merge_heads(x):
    (flat, batch) = einops.pack([x], "* h s d")
    (out,) = einops.unpack(einops.rearrange(flat, "b h s d -> b s (h d)"), batch, "* s hd")
    return out
