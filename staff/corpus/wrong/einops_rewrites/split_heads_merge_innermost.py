"""problem: split_heads
hint: outermost

Merging puts heads innermost: no inverse.
"""


def merge_heads(x):
    return rearrange(x, "... heads seq d -> ... seq (d heads)")
