"""problem: round_to_float

Keeps a step for the number of bits, whether or not there is infinity.

replace: largest = (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest
with: key = exponent_bits, mantissa_bits
with: largest = round_to_float.__dict__.setdefault("kept", {}).setdefault(
with:     key, (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest
with: )
"""
