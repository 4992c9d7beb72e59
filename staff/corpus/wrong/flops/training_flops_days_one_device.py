"""problem: training_flops
hint: the devices share the work

One device.
"""


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    for name, value in dict(num_parameters=num_parameters, num_tokens=num_tokens).items():
        if value < 0:
            raise ValueError(f"{name}: {value}")
    for name, value in dict(num_devices=num_devices, flop_per_sec=flop_per_sec, mfu=mfu).items():
        if not value > 0:
            raise ValueError(f"{name}: {value}")
    flops = 6 * num_parameters * num_tokens
    return flops / (flop_per_sec * mfu) / 86400
