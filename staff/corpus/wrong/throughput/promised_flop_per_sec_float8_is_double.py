"""problem: promised_flop_per_sec
hint: float8

Doubles the 16-bit rate for 8-bit floats.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    if dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        return 2 * _right(device_name, torch.float16)
    return _right(device_name, dtype)
