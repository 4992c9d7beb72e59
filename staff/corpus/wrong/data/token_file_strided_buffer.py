"""problem: token_file
hint: not C-contiguous

Hands the array's own buffer to write, which takes no slice with a step.
"""

import operator
import os
import tempfile

import numpy as np


def _as_array(tokens):
    """An array as it is; a list or tuple as an array of Python integers, however large."""
    if isinstance(tokens, np.ndarray):
        if tokens.dtype.kind not in "iu":
            raise TypeError(f"tokens must be integers, got {tokens.dtype}")
        array = tokens
    else:
        array = np.empty(len(tokens), dtype=object)
        array[:] = [operator.index(token) for token in tokens]
    if array.ndim != 1:
        raise ValueError(f"tokens must be 1-D, got shape {array.shape}")
    return array


def write_tokens(tokens, path, dtype):
    target = np.dtype(dtype).newbyteorder("<")
    array = _as_array(tokens)
    limits = np.iinfo(target)
    if len(array):
        low, high = int(array.min()), int(array.max())
        if low < limits.min:
            raise ValueError(f"tokens of dtype {dtype} cannot be {low}")
        if high > limits.max:
            raise ValueError(f"tokens of dtype {dtype} cannot be {high}")
    if array.dtype != target:
        array = np.array(array, dtype=target)  # else: no need to copy gigabytes
    path = os.fspath(path)
    fd, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
    try:
        with open(fd, "wb") as file:
            file.write(array.data)
            file.flush()
            os.fsync(fd)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def open_tokens(path, dtype):
    wanted = np.dtype(dtype).newbyteorder("<")
    with open(path, "rb") as file:
        start = file.read(len(np.lib.format.MAGIC_PREFIX))
    if start == np.lib.format.MAGIC_PREFIX:
        array = np.lib.format.open_memmap(path, mode="r")
        if array.dtype != wanted:
            raise ValueError(f"{path} has dtype {array.dtype}, not {wanted}")
        return array
    size = os.path.getsize(path)
    if size % wanted.itemsize:
        raise ValueError(f"{path} has {size} bytes, and dtype {wanted} takes {wanted.itemsize} each")
    return np.memmap(path, dtype=wanted, mode="r")
