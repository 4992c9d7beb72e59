"""problem: tensor_bytes

Bits by finfo or iinfo, which complex numbers have not.
"""


def tensor_bytes(x):
    if x.dtype == torch.bool:
        bits = 8
    elif x.is_floating_point():
        bits = torch.finfo(x.dtype).bits
    else:
        bits = torch.iinfo(x.dtype).bits
    return x.numel() * bits // 8
