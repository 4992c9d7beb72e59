"""problem: training_flops
hint: not a percentage

Divides mfu by 100.
"""

_fl = training_flops


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    for k, v in dict(num_devices=num_devices, flop_per_sec=flop_per_sec, mfu=mfu).items():
        if v <= 0:
            raise ValueError(f"{k} {v}")
    return _fl(num_parameters, num_tokens) / (num_devices * flop_per_sec * mfu / 100) / 86400
