"""NumPy's sliding_window_view over the tensor's own memory."""

import numpy as np
import warnings


def sliding_windows(x, size, step):
    time = x.shape[-1]
    if not 1 <= size <= time:
        raise ValueError(f"size {size} not in 1..{time}")
    if step < 1:
        raise ValueError(f"step {step} < 1")
    same = {torch.bfloat16: torch.int16}.get(x.dtype, x.dtype)
    windows = np.lib.stride_tricks.sliding_window_view(
        x.view(same).numpy(), int(size), axis=-1, writeable=True
    )
    return torch.from_numpy(windows[..., :: int(step), :]).view(x.dtype)
