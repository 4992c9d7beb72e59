"""problem: round_to_float
hint: infinity stays infinity

Takes the largest number for infinity, too.

replace: too_large = rounded * torch.inf if infinity else torch.nan
with: too_large = rounded.clamp(-largest, largest) if infinity else torch.nan
"""
