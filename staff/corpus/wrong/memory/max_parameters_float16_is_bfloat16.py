"""problem: max_parameters
hint: 16

Takes whatever has 16 bits for bfloat16.
"""

_right = max_parameters


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    return _right(
        num_devices, bytes_per_device, optimizer, "bfloat16" if "16" in precision else precision
    )
