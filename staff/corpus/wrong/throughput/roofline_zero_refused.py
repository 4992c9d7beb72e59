"""problem: roofline

Refuses no work.

replace: if amount < 0:
with: if amount <= 0:
"""
