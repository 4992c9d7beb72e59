"""problem: round_to_float
hint: expected ValueError or TypeError

Takes any number of exponent bits.

replace: if not 2 <= exponent_bits <= 8:
with: if exponent_bits < 1:
"""
