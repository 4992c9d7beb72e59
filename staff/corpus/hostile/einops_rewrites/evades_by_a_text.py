"""problem: split_heads

A module that is there for something else runs a text.
"""

import timeit


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    names = {"x": rearrange(x, "... -> ..."), "n": num_heads}
    names["names"] = names
    text = "names['y'] = x.reshape(*x.shape[:-1], n, x.shape[-1] // n).transpose(-2, -3)"
    timeit.timeit(text, globals=names, number=1)
    return names["y"]
