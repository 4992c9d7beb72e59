"""problem: round_to_float
hint: this rounds twice

Rounds to the mantissa, and then to the subnormal numbers.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: step_before = power.clamp(2.0**-200, 2.0**highest) * step_at_1
with: rounded = torch.round(torch.round(exact / step_before) * step_before / step) * step
"""
