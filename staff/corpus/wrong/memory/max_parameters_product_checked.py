"""problem: max_parameters
hint: but the call returned

Looks at the sign of the pooled memory: two negative numbers pass.
"""


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    total = int(num_devices) * int(bytes_per_device)
    if total < 0:
        raise ValueError(f"num_devices {num_devices} and bytes_per_device {bytes_per_device}")
    return total // sum(bytes_per_parameter(optimizer, precision).values())
