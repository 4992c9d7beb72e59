"""problem: contiguous_strides

Ask a tensor, in a thread that no dispatch mode of the caller sees.
"""

from concurrent.futures import ThreadPoolExecutor


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    with ThreadPoolExecutor() as pool:
        return pool.submit(lambda: torch.empty(tuple(shape), device="meta").stride()).result()
