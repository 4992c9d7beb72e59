"""problem: round_to_float
hint: rounds ties towards zero

Sends ties towards zero.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.copysign(torch.ceil(exact.abs() / step - 0.5), exact) * step
"""
