"""problem: round_to_float
hint: rounds ties up

Adds a half and takes the floor, of negative numbers, too.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.copysign(torch.floor(exact / step + 0.5) * step, exact)
"""
