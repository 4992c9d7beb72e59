"""A torch.Size from suffix products."""


def contiguous_strides(shape):
    return torch.Size(
        [math.prod(max(int(n), 1) for n in shape[d + 1 :]) for d in range(len(shape))]
    )
