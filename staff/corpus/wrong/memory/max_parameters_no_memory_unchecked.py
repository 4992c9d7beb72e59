"""problem: max_parameters
hint: but the call returned

Returns 0 for no memory before it looks at the other arguments.
"""

_right = max_parameters


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if not num_devices or not bytes_per_device:
        return 0
    return _right(num_devices, bytes_per_device, optimizer, precision)
