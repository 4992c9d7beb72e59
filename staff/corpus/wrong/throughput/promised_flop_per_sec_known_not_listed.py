"""problem: promised_flop_per_sec
hint: the message should list the devices

Names no argument, and no device that is known.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    try:
        return _right(device_name, dtype)
    except ValueError:
        raise ValueError(f"unknown: {device_name!r}, {dtype}") from None
