"""problem: time_matmul
hint: multiply a and b themselves

Warms up with random matrices of the same shape.

replace: for _ in range(warmup):
with: a, b = torch.randn_like(a), torch.randn_like(b)
with: for _ in range(warmup):
"""
