"""problem: round_to_float
hint: cuts the lower bits off

Cuts the mantissa.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.trunc(exact / step) * step
"""
