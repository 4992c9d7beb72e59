"""The tags that begin each value on the wire, and the names that stand for torch's dtypes."""

import torch

NONE, TRUE, FALSE, INT, FLOAT, COMPLEX, TEXT, BYTES = range(8)
TUPLE, LIST, DICT, SIZE, DTYPE, DEVICE, SLICE, ELLIPSIS, PATH = range(8, 17)
NUMPY_SCALAR, TENSOR, ARRAY, FILE, OBJECT, REF = range(17, 23)

# Whether a buffer follows as bytes, or as the place of a memory map.
PLAIN, MAPPED = range(2)
REQUIRES_GRAD, PARAMETER, MEMMAP, READ_ONLY = 1, 2, 4, 8

DTYPE_NAMES = (
    *("float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8"),
    *("uint8", "uint16", "uint32", "uint64", "bool", "complex64", "complex128"),
    *("float8_e4m3fn", "float8_e5m2"),
)
DTYPES = {name: getattr(torch, name) for name in DTYPE_NAMES}
ALL_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in vars(torch).values()
    if isinstance(dtype, torch.dtype)
}
ARRAY_KINDS = "biufc"
ARRAY_SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8, 16), "c": (8, 16)}
