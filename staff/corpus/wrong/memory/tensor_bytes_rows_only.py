"""problem: tensor_bytes
hint: this counts the first dim alone

len() of a tensor is its first size.
"""


def tensor_bytes(x):
    return (len(x) if x.ndim else 1) * x.element_size()
