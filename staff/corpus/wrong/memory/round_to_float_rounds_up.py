"""problem: round_to_float
hint: rounds away from zero

Rounds up.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.copysign(torch.ceil(exact.abs() / step), exact) * step
"""
