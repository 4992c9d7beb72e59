"""problem: ring_all_reduce

Takes one round of all-gather too few.

replace: for step in range(2 * (count - 1)):
with: for step in range(2 * (count - 1) - (count > 2)):
"""
