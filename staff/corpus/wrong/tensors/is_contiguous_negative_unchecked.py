"""problem: is_contiguous
hint: when shape is (

A negative size counts as it is.
"""


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    steps = [math.prod(shape[d + 1 :]) for d in range(len(shape))]
    return 0 in shape or all(
        n == 1 or s == step for n, s, step in zip(shape, strides, steps, strict=True)
    )
