"""problem: promised_flop_per_sec
hint: sparse matrices

The advertised rate with sparsity.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    peak = _right(device_name, dtype)
    return peak if dtype == torch.float32 else 2 * peak
