"""problem: round_to_bfloat16
hint: of 0 elements

Returns before it looks at the dtype where there is nothing to round.

replace: if x.dtype != torch.float32:
with: if x.numel() and x.dtype != torch.float32:
"""
