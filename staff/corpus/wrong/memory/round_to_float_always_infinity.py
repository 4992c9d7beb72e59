"""problem: round_to_float
hint: without infinity, what is too large becomes NaN

Makes infinities that the format does not have.

replace: too_large = rounded * torch.inf if infinity else torch.nan
with: too_large = rounded * torch.inf
"""
