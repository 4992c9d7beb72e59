"""problem: promised_flop_per_sec

A KeyError for an unknown device.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    try:
        return _right(device_name, dtype)
    except ValueError as error:
        raise KeyError(str(error)) from None
