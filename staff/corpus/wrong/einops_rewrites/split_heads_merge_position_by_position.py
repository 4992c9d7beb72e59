"""problem: split_heads

merge_heads puts positions together again one by one; where seq is 0 there is none.
"""


def merge_heads(x):
    merged = [rearrange(x[..., s, :], "... h d -> ... (h d)") for s in range(x.shape[-2])]
    return rearrange(merged, "seq ... hidden -> ... seq hidden")
