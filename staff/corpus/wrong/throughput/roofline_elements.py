"""problem: roofline
hint: these are elements

Returns elements for bytes.

replace: return flops, elements * dtype.itemsize
with: return flops, elements
"""
