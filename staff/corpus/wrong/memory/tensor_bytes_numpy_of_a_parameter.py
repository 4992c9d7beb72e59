"""problem: tensor_bytes
hint: requires grad

Asks NumPy where it knows the dtype. It takes no tensor that requires a gradient.
"""


def tensor_bytes(x):
    try:
        return x.numpy().nbytes
    except TypeError:
        return x.numel() * x.element_size()
