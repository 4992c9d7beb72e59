"""problem: round_to_float
hint: what is too large becomes infinity, not the largest number

Takes the largest number for what is too large.

replace: too_large = rounded * torch.inf if infinity else torch.nan
with: too_large = rounded.clamp(-largest, largest) if infinity else torch.nan
with: too_large = torch.where(exact.isinf(), rounded, too_large)
"""
