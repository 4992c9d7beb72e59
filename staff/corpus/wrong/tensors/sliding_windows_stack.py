"""problem: sliding_windows
hint: storage

Copies every window.
"""


def sliding_windows(x, size, step):
    if not 1 <= size <= x.shape[-1] or step < 1:
        raise ValueError(f"size {size}, step {step}")
    return torch.stack(
        [x[..., i : i + size] for i in range(0, x.shape[-1] - size + 1, step)], dim=-2
    )
