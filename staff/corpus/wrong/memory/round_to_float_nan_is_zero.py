"""problem: round_to_float

Takes 0 for NaN.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: rounded = rounded.nan_to_num(0.0)
with: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
"""
