"""problem: promised_flop_per_sec
hint: NVIDIA H200

Takes names with spaces around them.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name.strip() or device_name, dtype)
