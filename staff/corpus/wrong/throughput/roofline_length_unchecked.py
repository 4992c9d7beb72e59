"""problem: roofline
hint: but the call returned

Takes as many sizes as it needs.

replace: if len(sizes) != count or min(sizes) < 0:
with: if len(sizes) < count or min(sizes[:count]) < 0:
replace: flops, elements = cost(*map(int, sizes))
with: flops, elements = cost(*map(int, sizes[:count]))
"""
