"""Makes each token's bytes in Python, and looks at each token before it writes any."""

import struct


def write_tokens(tokens, path, dtype):
    kind = np.dtype(dtype)
    if getattr(tokens, "ndim", 1) != 1:
        raise ValueError("tokens have too many dims")
    pieces = []
    for token in tokens:
        number = operator.index(token)
        try:
            pieces.append(number.to_bytes(kind.itemsize, "little", signed=kind.kind == "i"))
        except OverflowError as error:
            raise ValueError(f"the token {number} does not fit {kind.name}") from error
    folder, name = os.path.split(os.path.abspath(path))
    unfinished = os.path.join(folder, f".{name}~{os.getpid()}-{os.urandom(4).hex()}")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        left = memoryview(b"".join(pieces))
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
        os.close(handle)
        os.rename(unfinished, os.path.join(folder, name))
    except BaseException:
        os.unlink(unfinished)
        raise


def open_tokens(path, dtype):
    kind, number = np.dtype(dtype), struct.calcsize("6s")
    file = open(path, "rb")
    with file:
        if file.read(number).startswith(b"\x93NUMPY"):
            mapped = np.lib.format.open_memmap(os.fspath(path), mode="r")
            if mapped.dtype == kind:
                return mapped
            raise TypeError(f"dtype {kind} was asked for, {os.fspath(path)} has {mapped.dtype}")
        count, rest = divmod(os.fstat(file.fileno()).st_size, kind.itemsize)
        if rest:
            raise ValueError(f"dtype {kind}: {rest} bytes are left at the end of {path}")
        return np.memmap(file, dtype=kind, mode="r", shape=(count,))
