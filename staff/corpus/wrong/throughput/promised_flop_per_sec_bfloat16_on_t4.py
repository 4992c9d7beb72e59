"""problem: promised_flop_per_sec
hint: but the call returned

A T4 computes in bfloat16.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name, torch.float16 if dtype == torch.bfloat16 else dtype)
