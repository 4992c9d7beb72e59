"""Under inference_mode, as a context."""


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    with torch.inference_mode():
        at = torch.tensor(int(storage_offset))
        for n, s in zip(shape, strides):
            at = at[..., None] + torch.arange(int(n)) * int(s)
        if at.numel() and (at.min() < 0 or at.max() >= len(storage)):
            raise IndexError("outside")
        return storage[at].clone() if at.ndim else storage[at.item()].clone()
