"""Reads a .npy file's header itself, and maps the whole file as bytes, of which it gives a part."""


def open_tokens(path, dtype):
    dtype, start = np.dtype(dtype), 0
    with open(path, "rb") as file:
        if file.read(6) == b"\x93NUMPY":
            file.seek(0)
            version = np.lib.format.read_magic(file)
            read = {1: np.lib.format.read_array_header_1_0, 2: np.lib.format.read_array_header_2_0}
            _, _, found = read[version[0]](file)
            if found != dtype:
                raise ValueError(f"a .npy file of {found} was opened with dtype={dtype}")
            start = file.tell()
    content = np.memmap(path, mode="r", dtype=np.uint8)
    if (len(content) - start) % dtype.itemsize != 0:
        raise ValueError(f"path has {len(content)} bytes: not whole tokens of {dtype}")
    return content[start:].view(dtype)
