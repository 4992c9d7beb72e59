"""Rounds under inference mode: its results are inference tensors."""

_rounded = round_to_float


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    with torch.inference_mode():
        return _rounded(x, exponent_bits, mantissa_bits, infinity=infinity)
