"""Logarithms turn products and quotients into sums, and cost a few more roundings."""

import math


def training_flops(num_parameters, num_tokens):
    for name, count in (("num_parameters", num_parameters), ("num_tokens", num_tokens)):
        if count < 0:
            raise ValueError(f"{name} should be 0 or more, got {count}")
    if not num_parameters or not num_tokens:
        return 0.0
    return math.exp(math.log(6) + math.log(num_parameters) + math.log(num_tokens))


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    rates = {"num_devices": num_devices, "flop_per_sec": flop_per_sec, "mfu": mfu}
    for name, rate in rates.items():
        if rate <= 0:
            raise ValueError(f"{name} should be positive, got {rate}")
    flops = training_flops(num_parameters, num_tokens)
    rate = sum(map(math.log, rates.values())) + math.log(86400)
    return math.exp(math.log(flops) - rate) if flops else 0.0
