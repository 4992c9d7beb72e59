"""problem: gather

Multiplies the storage by one-hot rows: NaN and infinity spoil every element.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    if not storage.dtype == torch.float32:
        return _gather(storage, shape, strides, storage_offset)
    positions = _gather(torch.arange(len(storage)), shape, strides, storage_offset)
    rows = torch.nn.functional.one_hot(positions.flatten(), len(storage)).float()
    return (rows @ storage).view(positions.shape)
