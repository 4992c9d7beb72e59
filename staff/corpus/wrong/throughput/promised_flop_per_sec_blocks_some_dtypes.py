"""problem: promised_flop_per_sec
hint: for which the table has no rate

Refuses the dtypes that come to mind, and takes any other for one of 16 bits.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    blocked = (torch.float64, torch.complex64)
    if dtype in blocked or "int" in str(dtype) or "float" in str(dtype):
        return _right(device_name, dtype)
    return _right(device_name, torch.float16)
