"""problem: promised_flop_per_sec
hint: but the call returned

Tells dtypes by their size: 4 bytes are float32.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name, torch.float32 if dtype.itemsize == 4 else dtype)
