"""problem: tensor_bytes
hint: KeyError

A table of the dtypes that come to mind: float8_e5m2 and the larger unsigned ones are not in it.
"""

SIZES = {
    **{torch.float64: 8, torch.float32: 4, torch.float16: 2, torch.bfloat16: 2},
    **{torch.int64: 8, torch.int32: 4, torch.int16: 2, torch.int8: 1, torch.uint8: 1},
    **{torch.bool: 1, torch.complex64: 8, torch.complex128: 16},
    **{torch.uint16: 2, torch.float8_e4m3fn: 1},
}


def tensor_bytes(x):
    return x.numel() * SIZES[x.dtype]
