"""problem: split_heads
hint: seq

Cuts the run of all numbers into heads, across positions: .view without the move.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    seq = x.shape[-2]
    flat = rearrange(x, "... seq hidden -> ... (seq hidden)")
    if x.shape[-1] % num_heads:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(flat, "... (heads seq d) -> ... heads seq d", heads=num_heads, seq=seq)
