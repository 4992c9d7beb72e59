"""problem: storage_index
hint: only integers are exact

Computes in float64, which is not exact beyond 2⁵³.
"""


def storage_index(index, strides, storage_offset=0):
    import numpy as np

    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    return int(storage_offset + np.dot(np.array(index, float), np.array(strides, float)))
