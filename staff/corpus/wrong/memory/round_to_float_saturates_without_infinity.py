"""problem: round_to_float
hint: becomes NaN, not the largest number

Saturates as some versions of torch do for E4M3.

replace: too_large = rounded * torch.inf if infinity else torch.nan
with: too_large = rounded * torch.inf if infinity else rounded.clamp(-largest, largest)
"""
