"""problem: view_metadata

A new dim may not be -1, but -2 is let through.

replace: n < 0 or size not in (1, n) for size, n in zip(sizes, new, strict=True)
with: n == -1 or size not in (1, n) or (n < 0 and d >= added)
with: for d, (size, n) in enumerate(zip(sizes, new, strict=True))
"""
