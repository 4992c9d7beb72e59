"""problem: promised_flop_per_sec
hint: this is the TF32 rate

The TF32 rate for float32.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    if dtype == torch.float32 and "A100" in device_name:
        return 156e12
    return _right(device_name, dtype)
