"""problem: roofline

Takes sizes as a tuple alone.

replace: if len(sizes) != count or min(sizes) < 0:
with: if not isinstance(sizes, tuple) or len(sizes) != count or min(sizes) < 0:
"""
