"""problem: storage_bytes
hint: the gradient is a tensor of its own

Counts the gradient as well.
"""


def storage_bytes(x):
    return sum(t.untyped_storage().nbytes() for t in (x, x.grad) if t is not None)
