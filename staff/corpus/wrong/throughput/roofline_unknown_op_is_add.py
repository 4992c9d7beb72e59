"""problem: roofline
hint: but the call returned

Takes an unknown operation for an addition.

replace: if op not in COSTS:
with: if not op:
replace: count, cost = COSTS[op]
with: count, cost = COSTS.get(op, (len(sizes), lambda *sizes: (sum(sizes), 3 * sum(sizes))))
"""
