"""problem: storage_index
hint: a tensor was built

Makes a meta tensor with these strides and asks it.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    index, strides = [int(i) for i in index], [int(s) for s in strides]
    x = torch.empty_strided([i + 1 for i in index], strides, device="meta")
    return int(storage_offset) + x[tuple(index)].storage_offset()
