"""problem: ring_all_reduce
hint: N - 1 rounds each

Takes N rounds of all-gather.

replace: for step in range(2 * (count - 1)):
with: for step in range(2 * count - 1 if count > 1 else 0):
"""
