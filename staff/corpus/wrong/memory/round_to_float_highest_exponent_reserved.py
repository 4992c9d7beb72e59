"""problem: round_to_float
hint: without infinity the highest exponent has numbers, too

Has no numbers of the highest exponent: 240 is E4M3's largest.

replace: highest = (1 if infinity else 2) - lowest
with: highest = 1 - lowest
replace: largest = (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest
with: largest = (2 - step_at_1) * 2.0**highest
"""
