"""problem: roofline
hint: the result is written, also where a size is 0

A dot product over no elements moves no bytes, though its result, 0, is written.

replace: flops, elements = cost(*map(int, sizes))
with: flops, elements = cost(*map(int, sizes)) if any(sizes) else (0, 0)
"""
