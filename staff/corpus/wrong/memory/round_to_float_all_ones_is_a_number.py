"""problem: round_to_float
hint: the largest mantissa of the highest exponent is NaN

Takes 480 for the largest E4M3.

replace: largest = (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest
with: largest = (2 - step_at_1) * 2.0**highest
"""
