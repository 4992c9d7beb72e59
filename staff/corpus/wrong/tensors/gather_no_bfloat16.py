"""problem: gather
hint: bfloat16

By NumPy, which has no bfloat16.
"""


def gather(storage, shape, strides, storage_offset):
    import numpy as np

    at = np.array(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + np.arange(n) * s
    if at.size and (at.min() < 0 or at.max() >= len(storage)):
        raise IndexError(f"{at}")
    return torch.from_numpy(np.asarray(storage.numpy()[at]))
