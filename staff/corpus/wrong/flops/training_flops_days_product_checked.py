"""problem: training_flops
hint: but the call returned

Looks at the sign of the FLOPs and of the speed, not of what they are products of.
"""


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    speed = float(num_devices) * flop_per_sec * mfu
    flops = 6 * int(num_parameters) * int(num_tokens)
    if speed <= 0:
        raise ValueError(f"num_devices {num_devices}, flop_per_sec {flop_per_sec}, mfu {mfu}")
    if flops < 0:
        raise ValueError(f"num_parameters {num_parameters}, num_tokens {num_tokens}")
    return flops / speed / 86400
