"""A row times a column, in int64."""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index: {len(index)}, strides: {len(strides)}")
    a = torch.tensor([1, *map(int, index)])[None]
    b = torch.tensor([int(storage_offset), *map(int, strides)])[:, None]
    return int(a @ b)
