"""Gets two attributes by one call, and calls a method by its name, both written out."""

import operator

_facts = operator.attrgetter("dtype", "device")
_size = operator.methodcaller("numel")


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    dtype, device = _facts(storage)
    at = torch.full((), int(storage_offset), device=device)
    for size, stride in zip(shape, strides):
        at = at[..., None] + torch.arange(int(size), device=device) * stride
    if _size(at) and not (0 <= at.min() and at.max() < _size(storage)):
        raise IndexError(f"from {storage_offset=} the view leaves the storage")
    return torch.take(storage, at).to(dtype)
