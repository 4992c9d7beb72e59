"""problem: roofline

Counts one bit for a bool.

replace: return flops, elements * dtype.itemsize
with: return flops, (-(-elements // 8) if dtype == torch.bool else elements * dtype.itemsize)
"""
