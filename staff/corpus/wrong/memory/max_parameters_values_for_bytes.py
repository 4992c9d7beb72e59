"""problem: max_parameters
hint: this divides by 4

Divides by the number of values that a parameter takes, not by their bytes.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if num_devices < 0:
        raise ValueError(f"num_devices: {num_devices}")
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device: {bytes_per_device}")
    values = training_bytes(1, 0, optimizer, precision)["total"] // 4
    return int(num_devices) * int(bytes_per_device) // values
