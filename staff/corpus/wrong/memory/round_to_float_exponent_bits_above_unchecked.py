"""problem: round_to_float
hint: expected ValueError or TypeError

Takes more than 8 exponent bits.

replace: if not 2 <= exponent_bits <= 8:
with: if exponent_bits < 2:
"""
