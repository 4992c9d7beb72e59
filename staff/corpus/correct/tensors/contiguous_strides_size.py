"""A torch.Size from suffix products."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    return torch.Size(
        [math.prod(max(int(n), 1) for n in shape[d + 1 :]) for d in range(len(shape))]
    )
