"""problem: contiguous_strides

adapters.py asks a tensor, in a thread that no dispatch mode of the caller sees.
"""

from concurrent.futures import ThreadPoolExecutor


def run_contiguous_strides(shape):
    if any(size < 0 for size in shape):
        raise ValueError(f"shape has a negative size: {shape}")
    with ThreadPoolExecutor() as pool:
        return pool.submit(lambda: torch.empty(tuple(shape), device="meta").stride()).result()
