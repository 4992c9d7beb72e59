"""problem: roofline
hint: the FLOPs come first

Returns the bytes first.

replace: return flops, elements * dtype.itemsize
with: return elements * dtype.itemsize, flops
"""
