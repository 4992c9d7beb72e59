"""problem: einsum_flops
hint: expected ValueError or TypeError, but the call returned

A batch size that divides the other one is taken for a broadcast.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    a, b = list(a_shape), list(b_shape)
    if len(a) == len(b) and len(a) > 1 and a[0] > 0 and b[0] > 0:
        if "..." in pattern and (a[0] % b[0] == 0 or b[0] % a[0] == 0):
            a[0] = b[0] = max(a[0], b[0])
    return _right(pattern, a, b)
