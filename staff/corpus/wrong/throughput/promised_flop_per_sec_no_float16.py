"""problem: promised_flop_per_sec

Does not know float16.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    if dtype == torch.float16:
        raise ValueError(f"dtype {dtype} is unknown")
    return _right(device_name, dtype)
