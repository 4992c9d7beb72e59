"""problem: roofline

Takes the size of an element from torch.finfo.

replace: return flops, elements * dtype.itemsize
with: return flops, elements * torch.finfo(dtype).bits // 8
"""
