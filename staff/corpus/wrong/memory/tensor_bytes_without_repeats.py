"""problem: tensor_bytes
hint: as often as they repeat

Counts an expanded row once.
"""


def tensor_bytes(x):
    count = 1
    for size, stride in zip(x.shape, x.stride()):
        count *= size if stride else 1
    return count * x.element_size()
