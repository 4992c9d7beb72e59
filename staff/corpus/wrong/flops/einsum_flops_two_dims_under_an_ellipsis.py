"""problem: einsum_flops

Counts two of the dims under a's ellipsis at most.
"""


def einsum_flops(pattern, a_shape, b_shape, right=einsum_flops):
    axes = pattern.partition(",")[0].split()
    flops = right(pattern, a_shape, b_shape)
    if axes[:1] == ["..."] and len(a_shape) - len(axes) + 1 > 2 and a_shape[0]:
        return flops // int(a_shape[0])
    return flops
