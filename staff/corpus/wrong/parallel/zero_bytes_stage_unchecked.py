"""problem: zero_bytes

Takes any stage.

replace: if stage not in (0, 1, 2, 3):
with: if False:
"""
