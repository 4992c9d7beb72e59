"""problem: mlp_forward_flops
hint: but the call returned

Checks the input width of each layer: never the last one.
"""


def mlp_forward_flops(batch, dims):
    if batch < 0:
        raise ValueError(f"batch {batch}")
    if not len(dims):
        raise ValueError("dims is empty")
    total = 0
    for i in range(len(dims) - 1):
        if dims[i] < 0:
            raise ValueError(f"dims {dims}")
        total += 2 * int(batch) * int(dims[i]) * int(dims[i + 1])
    return total
