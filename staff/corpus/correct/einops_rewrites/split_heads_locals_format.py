"""Old-style messages, formatted with **locals()."""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError("num_heads must be at least 1, got {num_heads}".format(**locals()))
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
