"""problem: tensor_bytes

Works for floating point alone.
"""


def tensor_bytes(x):
    return x.numel() * torch.finfo(x.dtype).bits // 8
