"""problem: promised_flop_per_sec
hint: this is the other dtype's rate

The bf16 promise for float32 too.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name, torch.float16 if dtype == torch.float32 else dtype)
