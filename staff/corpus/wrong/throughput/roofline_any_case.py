"""problem: roofline
hint: but the call returned

Takes names of operations in any case.

replace: if op not in COSTS:
with: op = op.lower()
with: if op not in COSTS:
"""
