"""problem: promised_flop_per_sec
hint: nvidia h100 pcie

Takes names in any case.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    names = {name.lower(): name for name in PEAK_TFLOPS}
    return _right(names.get(device_name.lower(), device_name), dtype)
