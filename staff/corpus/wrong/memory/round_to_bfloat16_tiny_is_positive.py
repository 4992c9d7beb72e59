"""problem: round_to_bfloat16
hint: the zero of its sign

What rounds to zero becomes the positive one.

replace: return torch.where(x.isnan(), x, rounded.view(torch.float32))
with: zero = (rounded == -(2**31)) & (x != 0)
with: rounded = torch.where(zero, torch.zeros_like(rounded), rounded)
with: return torch.where(x.isnan(), x, rounded.view(torch.float32))
"""
