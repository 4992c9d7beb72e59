"""problem: roofline
hint: not 4

Takes every element for 4 bytes.

replace: return flops, elements * dtype.itemsize
with: return flops, elements * 4
"""
