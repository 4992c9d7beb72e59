"""problem: round_to_float
hint: the result is x

Gives x itself where the format is float32's own.

replace: lowest = 2 - 2 ** (int(exponent_bits) - 1)
with: if (exponent_bits, mantissa_bits, infinity) == (8, 23, True):
with:     return x
with: lowest = 2 - 2 ** (int(exponent_bits) - 1)
"""
