"""problem: round_to_float

Takes infinity for NaN where there is one.

replace: return torch.where(rounded.abs() <= largest, rounded, too_large).float()
with: return torch.where(exact.isnan(), torch.inf if infinity else torch.nan, torch.where(rounded.abs() <= largest, rounded, too_large)).float()
"""
