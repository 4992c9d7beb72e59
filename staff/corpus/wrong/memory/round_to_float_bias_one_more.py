"""problem: round_to_float
hint: this is one more

Takes 2**(exponent_bits - 1) for the bias.

replace: lowest = 2 - 2 ** (int(exponent_bits) - 1)
with: lowest = 1 - 2 ** (int(exponent_bits) - 1)
replace: highest = (1 if infinity else 2) - lowest
with: highest = (1 if infinity else 2) - lowest - 2
"""
