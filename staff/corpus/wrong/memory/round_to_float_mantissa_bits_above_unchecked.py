"""problem: round_to_float
hint: expected ValueError or TypeError

Takes more than 23 mantissa bits.

replace: if not 1 <= mantissa_bits <= 23:
with: if mantissa_bits < 1:
"""
