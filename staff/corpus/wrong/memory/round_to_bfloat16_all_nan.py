"""problem: round_to_bfloat16
hint: beside a NaN all became NaN

Fills the result with NaN where one element is NaN.

replace: bits = x.view(torch.int32)
with: if x.isnan().any():
with:     return torch.full_like(x, torch.nan)
with: bits = x.view(torch.int32)
"""
