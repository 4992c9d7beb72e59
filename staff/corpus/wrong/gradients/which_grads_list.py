"""problem: which_grads
hint: expected the set

Gives a sorted list.

replace: return filled
with: return sorted(filled)
"""
