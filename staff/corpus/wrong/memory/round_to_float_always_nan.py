"""problem: round_to_float
hint: what is too large becomes infinity, not NaN

Takes NaN for what is too large; infinity stays.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: too_large = torch.where(exact.isinf(), too_large, torch.nan)
with: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
"""
