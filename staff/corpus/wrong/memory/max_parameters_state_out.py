"""problem: max_parameters
hint: this leaves out the optimizer's state

Parameters and gradients alone.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if num_devices < 0:
        raise ValueError(f"num_devices: {num_devices}")
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device: {bytes_per_device}")
    one = training_bytes(1, 1, optimizer, precision)
    return int(num_devices) * int(bytes_per_device) // (one["parameters"] + one["gradients"])
