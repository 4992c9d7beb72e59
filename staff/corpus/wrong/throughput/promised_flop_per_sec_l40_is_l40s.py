"""problem: promised_flop_per_sec
hint: but the call returned

Takes an L40 for an L40S.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right("NVIDIA L40S" if device_name == "NVIDIA L40" else device_name, dtype)
