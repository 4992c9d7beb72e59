"""problem: round_to_float
hint: expected ValueError or TypeError

Takes any float dtype.

replace: if x.dtype != torch.float32:
with: if not x.is_floating_point():
"""
