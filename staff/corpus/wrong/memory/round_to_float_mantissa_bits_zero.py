"""problem: round_to_float
hint: expected ValueError or TypeError

Takes no mantissa bits.

replace: if not 1 <= mantissa_bits <= 23:
with: if not 0 <= mantissa_bits <= 23:
"""
