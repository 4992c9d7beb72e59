"""problem: round_to_float
hint: should name

Does not say which value was wrong.

replace: raise ValueError(f"exponent_bits must be from 2 to 8, got {exponent_bits}")
with: raise ValueError("exponent_bits must be from 2 to 8")
"""
