"""problem: roofline

Moves nothing where a size is 0.

replace: return flops, elements * dtype.itemsize
with: return flops, elements * dtype.itemsize if flops else 0
"""
