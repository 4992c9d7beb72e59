"""problem: round_to_float
hint: belongs to infinity and NaN, not to numbers

Has numbers of the highest exponent, infinity or not.

replace: highest = (1 if infinity else 2) - lowest
with: highest = 2 - lowest
replace: largest = (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest
with: largest = (2 - step_at_1) * 2.0**highest
"""
