"""problem: promised_flop_per_sec
hint: but the call returned

Takes names without their maker.
"""

_right = promised_flop_per_sec


def promised_flop_per_sec(device_name, dtype):
    for maker in ("NVIDIA", "Tesla"):
        if f"{maker} {device_name}" in PEAK_TFLOPS:
            device_name = f"{maker} {device_name}"
    return _right(device_name, dtype)
