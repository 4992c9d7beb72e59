"""The product of the sizes is an expression, made as text."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    sizes = [max(int(n), 1) for n in shape]
    after = ["*".join(map(str, [1, *sizes[d + 1 :]])) for d in range(len(sizes))]
    return tuple(eval(product) for product in after)
