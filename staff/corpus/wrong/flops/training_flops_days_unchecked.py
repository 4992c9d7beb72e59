"""problem: training_flops

Divides by nothing checked.
"""


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    return 6 * num_parameters * num_tokens / (num_devices * flop_per_sec * mfu) / 86400
