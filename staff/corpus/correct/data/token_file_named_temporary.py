"""Writes a file that tempfile makes beside the other, in two parts; casts and compares."""

import tempfile
from pathlib import Path


def write_tokens(tokens, path, dtype):
    path, values = Path(path), np.array(tokens)
    if not np.issubdtype(values.dtype, np.integer):
        raise TypeError(f"expected integer tokens, not {values.dtype}")
    if values.ndim != 1:
        raise ValueError(f"expected one dim of tokens, not {values.shape}")
    with np.errstate(all="ignore"):
        cast = values.astype(np.dtype(dtype).newbyteorder("<"))
    bad = [int(v) for v, c in zip(values.tolist(), cast.tolist(), strict=True) if v != c]
    if bad:
        raise ValueError(f"{np.dtype(dtype)} holds no token {bad[0]}")
    new = tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tokens", delete=False)
    try:
        with new as file:
            half = len(cast) // 2
            file.write(memoryview(cast[:half]).cast("B") if half else b"")
            file.write(memoryview(np.ascontiguousarray(cast[half:])).cast("B"))
        Path(new.name).rename(path)
    except BaseException:
        Path(new.name).unlink(missing_ok=True)
        raise
