"""problem: round_to_float
hint: expected ValueError or TypeError

Takes any dtype.

replace: if x.dtype != torch.float32:
with: if False:
"""
