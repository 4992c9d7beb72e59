"""problem: promised_flop_per_sec
hint: this is in TFLOP/s

TFLOP/s.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name, dtype) / 1e12
