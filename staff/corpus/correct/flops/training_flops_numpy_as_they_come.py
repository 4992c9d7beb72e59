"""Multiply integers as they come: NumPy's overflow far out, where nothing is promised of them."""

_plain_flops, _plain_days = training_flops, training_days


def training_flops(num_parameters, num_tokens):
    _plain_flops(num_parameters, num_tokens)
    return float(6 * num_parameters * num_tokens)


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    _plain_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)
    return 6 * num_parameters * num_tokens / (num_devices * flop_per_sec * mfu) / 86400
