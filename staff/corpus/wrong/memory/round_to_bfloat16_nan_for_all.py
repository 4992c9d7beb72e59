"""problem: round_to_bfloat16
hint: a NaN concerns its own element alone

Gives all of x back where one element is NaN.

replace: bits = x.view(torch.int32)
with: if x.isnan().any():
with:     return x.clone()
with: bits = x.view(torch.int32)
"""
