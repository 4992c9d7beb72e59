"""problem: round_to_float
hint: this keeps a bit too few

Counts the leading 1 among the mantissa's bits.

replace: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1
with: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1 * 2
"""
