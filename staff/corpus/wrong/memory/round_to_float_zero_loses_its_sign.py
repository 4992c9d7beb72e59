"""problem: round_to_float
hint: 0.0 stays 0.0, -0.0 stays -0.0

Adds 0, which makes -0.0 a 0.0.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: rounded = torch.round(exact / step) * step + 0.0
"""
