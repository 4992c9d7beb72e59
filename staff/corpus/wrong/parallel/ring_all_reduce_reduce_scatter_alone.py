"""problem: ring_all_reduce
hint: all-gather passes every sum round

Stops after reduce-scatter.

replace: for step in range(2 * (count - 1)):
with: for step in range(count - 1):
"""
