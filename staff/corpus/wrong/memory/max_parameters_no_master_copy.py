"""problem: max_parameters
hint: master copy

Counts 2 bytes for a bfloat16 parameter, and 2 for its gradient.
"""

_right = max_parameters


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    found = _right(num_devices, bytes_per_device, optimizer, precision)
    if precision == "float32":
        return found
    state = {"sgd": 0, "momentum": 4, "adagrad": 4, "rmsprop": 4, "adam": 8}[optimizer]
    return int(num_devices) * int(bytes_per_device) // (4 + state)
