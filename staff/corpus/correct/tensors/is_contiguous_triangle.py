"""A torch triangle of sizes, compared at once."""


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    n = len(shape)
    if n == 0 or 0 in shape:
        return True
    sizes = torch.tensor([int(v) for v in shape])
    inner = torch.where(torch.ones(n, n).triu(1).bool(), sizes, 1).prod(1)
    return bool(((inner == torch.tensor([int(s) for s in strides])) | (sizes == 1)).all())
