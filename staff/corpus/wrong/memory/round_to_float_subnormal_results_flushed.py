"""problem: round_to_float
hint: what rounds to a subnormal number is 0 here

Makes subnormal results zeros.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: rounded = torch.where(rounded.abs() < 2.0**lowest, exact * 0, rounded)
with: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
"""
