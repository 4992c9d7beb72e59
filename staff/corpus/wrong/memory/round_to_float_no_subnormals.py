"""problem: round_to_float
hint: all are 0 here; subnormals are there, too

Has no subnormal numbers.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: rounded = torch.where(exact.abs() < 2.0**lowest, exact * 0, rounded)
with: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
"""
