"""problem: token_file
hint: expected ValueError or TypeError

Takes the largest token for those that are larger.

replace: for token in (array.min(), array.max()):
with: array = array.clip(limits.min, limits.max)
with: for token in (array.min(), array.max()):
"""
