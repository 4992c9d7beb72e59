"""problem: einsum_flops
hint: should have the axes

Takes each letter for an axis, as torch.einsum does.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    spaced = " ".join(pattern.replace(" ", "").replace("...", "@").replace("->", ">"))
    return _right(spaced.replace("@", "...").replace(">", "->"), a_shape, b_shape)
