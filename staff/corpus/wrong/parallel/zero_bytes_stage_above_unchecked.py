"""problem: zero_bytes

Takes stage 4.

replace: if stage not in (0, 1, 2, 3):
with: if stage < 0:
"""
