"""Calculates with a tensor of the sizes, and asks none for its own strides."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    sizes = [max(int(n), 1) for n in reversed(shape)]
    return tuple(torch.tensor([1, *sizes]).cumprod(0)[:-1].flip(0).tolist())
