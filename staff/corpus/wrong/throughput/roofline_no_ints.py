"""problem: roofline

Keeps the counts in float64.

replace: flops, elements = cost(*map(int, sizes))
with: flops, elements = cost(*map(float, sizes))
"""
