"""One rearrange splits, one moves; a lambda merges."""


def split_heads(x, num_heads):
    if num_heads <= 0:
        raise TypeError("num_heads must be positive: %s" % num_heads)
    x = rearrange(x, "... (h d) -> ... h d", h=int(num_heads))
    return rearrange(x, "... s h d -> ... h s d")


merge_heads = lambda x: rearrange(x, "... h s d -> ... s (h d)")
