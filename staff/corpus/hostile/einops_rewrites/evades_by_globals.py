"""problem: split_heads

The positional code, by names that are computed and looked up in globals().
"""

import einops


def split_heads(x, num_heads):
    einops.rearrange(x, "... -> ...")
    tensor = globals()["Ten" + "sor"]
    x = getattr(tensor, "un" + "flatten")(x, -1, (num_heads, -1))
    return getattr(tensor, "trans" + "pose")(x, -3, -2)
