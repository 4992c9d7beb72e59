"""problem: roofline
hint: not 2

Takes every element for 2 bytes.

replace: return flops, elements * dtype.itemsize
with: return flops, elements * 2
"""
