"""problem: max_parameters
hint: but the call returned

Takes any precision.
"""

_right = max_parameters


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    return _right(num_devices, bytes_per_device, optimizer, "float32")
