"""The tags that begin each value on the wire, and the numbers that stand for torch's dtypes."""

import torch

NONE, TRUE, FALSE, INT, FLOAT, COMPLEX, TEXT, BYTES = range(8)
TUPLE, LIST, DICT, SIZE, DTYPE, DEVICE, SLICE, ELLIPSIS, PATH = range(8, 17)
NUMPY_SCALAR, TENSOR, ARRAY, FILE, REF, LONG = range(17, 23)
REQUIRES_GRAD, PARAMETER, META, MEMMAP, READ_ONLY = 1, 2, 4, 8, 16

DTYPES = (
    *(torch.float32, torch.float64, torch.float16, torch.bfloat16),
    *(torch.int64, torch.int32, torch.int16, torch.int8),
    *(torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.bool),
    *(torch.complex64, torch.complex128, torch.float8_e4m3fn, torch.float8_e5m2),
)
DTYPE_NUMBERS = {dtype: number for number, dtype in enumerate(DTYPES)}
ALL_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in vars(torch).values()
    if isinstance(dtype, torch.dtype)
}
ARRAY_KINDS = "biufc"
ARRAY_SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8, 16), "c": (8, 16)}
