"""Exact until the last division."""

from fractions import Fraction


def training_flops(num_parameters, num_tokens):
    if num_parameters < 0 or num_tokens < 0:
        raise ValueError(f"num_parameters={num_parameters}, num_tokens={num_tokens}")
    return float(6 * int(num_parameters) * int(num_tokens))


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    if num_parameters < 0 or num_tokens < 0:
        raise ValueError(f"num_parameters={num_parameters}, num_tokens={num_tokens}")
    if num_devices <= 0 or flop_per_sec <= 0 or mfu <= 0:
        raise ValueError(f"num_devices={num_devices}, flop_per_sec={flop_per_sec}, mfu={mfu}")
    rate = int(num_devices) * Fraction(float(flop_per_sec)) * Fraction(float(mfu))
    return float(Fraction(6 * int(num_parameters) * int(num_tokens)) / rate / 86400)
