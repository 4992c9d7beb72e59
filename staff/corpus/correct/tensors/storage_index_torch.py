"""Calculates with a tensor of the strides, and asks none for its own."""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"{len(index)} numbers in index for {len(strides)} strides")
    steps = torch.tensor([int(i) for i in index]) * torch.tensor([int(s) for s in strides])
    return int(steps.sum()) + int(storage_offset)
