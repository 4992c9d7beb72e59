"""problem: round_to_float
hint: infinity keeps its sign

Makes all that is too large the same infinity.

replace: too_large = rounded * torch.inf if infinity else torch.nan
with: too_large = torch.inf if infinity else torch.nan
"""
