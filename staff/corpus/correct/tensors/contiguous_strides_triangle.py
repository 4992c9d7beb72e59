"""A triangle of sizes, and the product of each row."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    n = len(shape)
    if n == 0:
        return ()
    sizes = torch.tensor([max(int(s), 1) for s in shape])
    inner = torch.ones(n, n, dtype=torch.bool).triu(1)
    return tuple(torch.where(inner, sizes, 1).prod(dim=1).tolist())
