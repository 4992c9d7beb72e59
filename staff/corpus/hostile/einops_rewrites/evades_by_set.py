"""problem: split_heads

A view of other strides on the same storage.
"""


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    x = rearrange(x, "... -> ...")
    d = x.shape[-1] // num_heads
    shape = (*x.shape[:-2], num_heads, x.shape[-2], d)
    strides = (*x.stride()[:-2], d * x.stride(-1), *x.stride()[-2:])
    return x.new_empty(0).set_(x.untyped_storage(), x.storage_offset(), shape, strides)
