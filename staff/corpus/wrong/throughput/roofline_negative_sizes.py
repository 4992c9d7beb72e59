"""problem: roofline
hint: but the call returned

Takes negative sizes.

replace: if len(sizes) != count or min(sizes) < 0:
with: if len(sizes) != count:
"""
