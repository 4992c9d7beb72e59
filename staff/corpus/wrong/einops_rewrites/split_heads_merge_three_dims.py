"""problem: split_heads
hint: Error

Merging is written for heads × seq × d alone.
"""


def merge_heads(x):
    return rearrange(x, "heads seq d -> seq (heads d)")
