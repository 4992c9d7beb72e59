"""problem: roofline
hint: but the call returned

Checks the first size alone.

replace: if len(sizes) != count or min(sizes) < 0:
with: if len(sizes) != count or sizes[0] < 0:
"""
