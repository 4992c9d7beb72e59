"""problem: training_flops
hint: divide with /

Divides the FLOPs among the devices with //, and drops the remainder.
"""


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu, right=training_days):
    right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)  # refuses what is bad
    each = 6 * int(num_parameters) * int(num_tokens) // int(num_devices)
    return float(each / (flop_per_sec * mfu) / 86400)
