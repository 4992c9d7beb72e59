"""problem: promised_flop_per_sec
hint: not in the table

Takes a name that begins like one of the table.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    for begins, name in (("Tesla V100", "Tesla V100-SXM2-16GB"), ("NVIDIA H200", "NVIDIA H200")):
        if device_name.startswith(begins):
            device_name = name
    return _right(device_name, dtype)
