"""problem: ring_all_reduce

Takes N rounds of each.

replace: for step in range(2 * (count - 1)):
with: for step in range(2 * count if count > 1 else 0):
replace: reducing = step < count - 1  # afterwards sums arrive, which are passed on as they are
with: reducing = step < count - 1
"""
