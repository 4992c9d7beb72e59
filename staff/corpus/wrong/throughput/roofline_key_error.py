"""problem: roofline
hint: expected ValueError or TypeError

Looks an unknown operation up.

replace: if op not in COSTS:
with: if not op:
"""
