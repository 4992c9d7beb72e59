"""problem: promised_flop_per_sec
hint: this is the advertised rate for sparse matrices

float16 at another rate than bfloat16.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    peak = _right(device_name, dtype)
    return peak * 2 if dtype == torch.float16 and "H100" in device_name else peak
