"""problem: time_matmul
hint: multiply a and b themselves

Times matrices of zeros of the same shape, not a and b.

replace: for _ in range(warmup):
with: a, b = torch.zeros_like(a), torch.zeros_like(b)
with: for _ in range(warmup):
"""
