"""problem: token_file
hint: it is not always 128 bytes

Takes the header of a .npy file to be 128 bytes long; older NumPys write 80.
"""

import ast
import operator
import os
import secrets

import numpy as np

NPY_HEADER_BYTES = 128


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
    dtype = np.dtype(dtype)
    array = _as_array(tokens)
    if array.size:
        for token in (int(array.min()), int(array.max())):
            if not np.iinfo(dtype).min <= token <= np.iinfo(dtype).max:
                raise ValueError(f"tokens of dtype {dtype} cannot be {token}")
    temporary = f"{os.fspath(path)}.{secrets.token_hex(8)}"
    try:
        with open(temporary, "xb") as file:
            file.write(array.astype(dtype.newbyteorder("<")).tobytes())
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def open_tokens(path, dtype):
    dtype = np.dtype(dtype).newbyteorder("<")
    size, offset = os.path.getsize(path), 0
    with open(path, "rb") as file:
        head = file.read(NPY_HEADER_BYTES)
    if head.startswith(np.lib.format.MAGIC_PREFIX):
        text = head[head.index(b"{") : head.index(b"}") + 1].decode("latin1")
        found = np.dtype(ast.literal_eval(text)["descr"])
        if found != dtype:
            raise ValueError(f"{path} is a .npy file of dtype {found}, not {dtype}")
        offset = NPY_HEADER_BYTES
    if (size - offset) % dtype.itemsize:
        raise ValueError(f"{path} has {size} bytes, and dtype {dtype} takes {dtype.itemsize} each")
    return np.memmap(path, dtype=dtype, mode="r", offset=offset)
