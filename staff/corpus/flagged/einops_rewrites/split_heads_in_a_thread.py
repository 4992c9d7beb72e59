"""problem: split_heads

Splits and turns by position, in a thread that no mode of the caller records.
"""

from concurrent.futures import ThreadPoolExecutor


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"num_heads must be a divisor of {x.shape[-1]}, got {num_heads}")
    x = rearrange(x, "... seq hidden -> ... seq hidden")
    *batch, hidden = x.shape
    with ThreadPoolExecutor(1) as pool:
        heads = (*batch, int(num_heads), int(hidden // num_heads))
        return pool.submit(lambda: x.reshape(heads).transpose(-3, -2)).result()
