"""problem: round_to_float
hint: subnormal numbers have the step of the smallest normal ones

Lets exponents go down without end.

replace: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1
with: step = power.clamp(2.0**-200, 2.0**highest) * step_at_1
"""
