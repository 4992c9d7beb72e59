"""problem: max_parameters
hint: and so does state

Two bytes for every value in bfloat16, the optimizer's state too.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    parts = training_bytes(1, 0, optimizer, precision)
    for name, count in (("num_devices", num_devices), ("bytes_per_device", bytes_per_device)):
        if count < 0:
            raise ValueError(f"{name} should be 0 or more, got {count}")
    state = parts["optimizer_state"]
    saved = state // 2 if precision == "bfloat16" else 0
    return num_devices * bytes_per_device // (parts["total"] - saved)
