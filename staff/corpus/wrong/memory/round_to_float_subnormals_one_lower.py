"""problem: round_to_float
hint: subnormals have the exponent of the smallest normal number

Gives subnormal numbers the exponent -bias.

replace: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1
with: step = power.clamp(2.0 ** (lowest - 1), 2.0**highest) * step_at_1
"""
