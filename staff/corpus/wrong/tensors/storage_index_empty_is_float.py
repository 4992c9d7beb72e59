"""problem: storage_index
hint: dropped digits

torch.tensor(()) is float32, and so is the position in a 0-d tensor.
"""

import torch


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} are not of the same length")
    return int((torch.tensor(index) @ torch.tensor(strides) + storage_offset).item())
