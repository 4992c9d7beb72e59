"""problem: ring_all_reduce

Gives an empty list for an empty list.

replace: count = len(tensors)
with: count = len(tensors)
with: if not tensors:
with:     return []
"""
