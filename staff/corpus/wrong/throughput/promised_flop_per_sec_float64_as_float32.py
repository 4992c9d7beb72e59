"""problem: promised_flop_per_sec
hint: but the call returned

Takes float64 for float32.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name, torch.float32 if dtype == torch.float64 else dtype)
