"""problem: token_file
hint: ndarray.tofile does not notice

Writes with tofile, which says nothing where the disk is full at the last bytes.
"""


def write_tokens(tokens, path, dtype):
    tokens = np.array(tokens)
    if tokens.dtype.kind != "i" and tokens.dtype.kind != "u":
        raise TypeError(f"tokens: {tokens.dtype}")
    if len(tokens.shape) > 1:
        raise ValueError(f"tokens: {tokens.ndim} dims")
    info = np.iinfo(dtype)
    bad = tokens[(tokens > info.max) | (tokens < info.min)]
    if bad.size:
        raise ValueError(f"{bad.size} tokens are outside of [{info.min}, {info.max}]: {bad[:3]}")
    new = f"{path}.{os.getpid()}.unfinished"
    done = False
    try:
        with open(new, "wb") as file:
            tokens.astype(info.dtype.newbyteorder("<")).tofile(file)
        os.replace(new, path)
        done = True
    finally:
        if not done and os.path.exists(new):
            os.remove(new)
