"""Looks for tokens out of range by a mask, and writes a thousand at a time."""


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
    new = f"{os.fspath(path)}.{os.getpid()}.unfinished"
    done = False
    try:
        with open(new, "wb") as file:
            for start in range(0, len(tokens), 1000):
                part = tokens[start : start + 1000]
                file.write(part.astype(info.dtype.newbyteorder("<")).tobytes())
        os.replace(new, path)
        done = True
    finally:
        if not done and os.path.exists(new):
            os.remove(new)
