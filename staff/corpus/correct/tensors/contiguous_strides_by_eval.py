"""The product of the sizes is an expression, made as text."""


def contiguous_strides(shape):
    sizes = [max(int(n), 1) for n in shape]
    after = ["*".join(map(str, [1, *sizes[d + 1 :]])) for d in range(len(sizes))]
    return tuple(eval(product) for product in after)
