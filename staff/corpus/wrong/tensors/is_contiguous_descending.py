"""problem: is_contiguous
hint: expected False

Strides that only descend: gaps pass, and so does any permuted square.
"""


def is_contiguous(shape, strides):
    if 0 in shape:
        return True
    left = [s for n, s in zip(shape, strides) if n != 1]
    return left == sorted(left, reverse=True) and (not left or left[-1] == 1)
