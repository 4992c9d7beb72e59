"""problem: matmul_flops

Refuses more than three batch dims.
"""


def matmul_flops(a_shape, b_shape, right=matmul_flops):
    if max(len(a_shape), len(b_shape)) > 5:
        raise ValueError("at most three batch dims")
    return right(a_shape, b_shape)
