"""problem: mlp_forward_flops
hint: but the call returned

Looks at the sign of the result.
"""


def mlp_forward_flops(batch, dims):
    if not len(dims):
        raise ValueError(f"dims {dims} is empty")
    total = sum(2 * int(batch) * int(a) * int(b) for a, b in zip(dims, dims[1:]))
    if total < 0:
        raise ValueError(f"batch {batch} or dims {dims} is negative")
    return total
