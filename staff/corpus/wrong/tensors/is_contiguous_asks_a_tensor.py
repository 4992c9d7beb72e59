"""problem: is_contiguous
hint: a tensor was built

Makes a meta tensor with these strides and asks it.
"""


def is_contiguous(shape, strides):
    return torch.empty_strided(
        [int(n) for n in shape], [int(s) for s in strides], device="meta"
    ).is_contiguous()
