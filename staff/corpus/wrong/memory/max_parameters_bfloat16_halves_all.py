"""problem: max_parameters
hint: stay float32

Takes half the bytes for bfloat16, of the state and the master copy too.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if num_devices < 0:
        raise ValueError(f"num_devices: {num_devices}")
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device: {bytes_per_device}")
    training_bytes(0, 0, optimizer, precision)  # refuses unknown names
    size = training_bytes(1, 0, optimizer, "float32")["total"]
    size //= 2 if precision == "bfloat16" else 1
    return int(num_devices) * int(bytes_per_device) // size
