"""problem: round_to_float
hint: rounds ties away from zero

Adds a half and cuts.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.copysign(torch.floor(exact.abs() / step + 0.5), exact) * step
"""
