"""problem: promised_flop_per_sec
hint: should list the devices that are

Names the argument and its value, but not the devices that are known.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    if device_name not in PEAK_TFLOPS:
        raise ValueError(f"device_name {device_name!r} is unknown")
    return _right(device_name, dtype)
