"""problem: promised_flop_per_sec
hint: but the call returned

0 for an unknown device.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    try:
        return _right(device_name, dtype)
    except ValueError:
        return 0.0
