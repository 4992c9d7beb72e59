"""problem: split_heads

Through float32.

replace: return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
with: x, dtype = x.float(), x.dtype
with: return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads).to(dtype)
"""
