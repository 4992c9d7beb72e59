"""problem: train
hint: a smaller stop_after

Saves stop_after as the number of steps, even when the run was longer.

replace: iteration = max(first, last)
with: iteration = last
"""
