"""problem: ring_all_reduce

Adds in all-gather as well.

replace: reducing = step < count - 1  # afterwards sums arrive, which are passed on as they are
with: reducing = True
"""
