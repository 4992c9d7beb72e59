"""problem: round_to_float
hint: without infinity, infinity becomes NaN, too

Passes infinities on.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: rounded = torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: return torch.where(x.isinf(), x, rounded)
"""
