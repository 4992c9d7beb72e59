"""Binary search over what fits."""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    one = training_bytes(1, 0, optimizer, precision)["total"]
    for name in ("num_devices", "bytes_per_device"):
        if locals()[name] < 0:
            raise ValueError(f"{name} must be at least 0, got {locals()[name]}")
    room = num_devices * bytes_per_device
    low, high = 0, room + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * one <= room else (low, middle)
    return low
