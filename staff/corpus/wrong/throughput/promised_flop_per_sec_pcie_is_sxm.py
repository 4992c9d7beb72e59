"""problem: promised_flop_per_sec
hint: the SXM and the PCIe part are two

Takes the PCIe H100 for the SXM one.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    return _right(device_name.replace("NVIDIA H100 PCIe", "NVIDIA H100 80GB HBM3"), dtype)
