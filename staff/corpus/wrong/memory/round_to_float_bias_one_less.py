"""problem: round_to_float
hint: this is one less

Takes 2**(exponent_bits - 1) - 2 for the bias.

replace: lowest = 2 - 2 ** (int(exponent_bits) - 1)
with: lowest = 3 - 2 ** (int(exponent_bits) - 1)
replace: highest = (1 if infinity else 2) - lowest
with: highest = (1 if infinity else 2) - lowest + 2
"""
