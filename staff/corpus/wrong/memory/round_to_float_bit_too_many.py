"""problem: round_to_float
hint: this keeps a bit too many

Keeps mantissa_bits bits after the leading 1 and one more.

replace: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1
with: step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1 / 2
"""
