"""problem: per_head_linear

Gives each dim before hidden_in a letter, and has four of them.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    lead = " ".join("abcd"[: x.ndim - 1])
    heads = rearrange(x, f"{lead} (heads e) -> {lead} heads e", heads=num_heads)
    return rearrange(heads @ w, f"{lead} heads e -> {lead} (heads e)")
