"""A dot product in int64, by einops."""

import einops


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    i, s = (torch.tensor([int(v) for v in given], dtype=torch.int64) for given in (index, strides))
    return einops.einsum(i, s, "d, d ->").item() + int(storage_offset)
