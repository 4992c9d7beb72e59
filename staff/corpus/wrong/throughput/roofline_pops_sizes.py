"""problem: roofline
hint: changed its argument

Takes the sizes off the caller's list.

replace: flops, elements = cost(*map(int, sizes))
with: flops, elements = cost(*map(int, sizes))
with: if isinstance(sizes, list):
with:     sizes.clear()
"""
