"""problem: promised_flop_per_sec
hint: but the call returned

Takes a laptop's 4090 for the desktop's.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name.replace(" Laptop GPU", ""), dtype)
