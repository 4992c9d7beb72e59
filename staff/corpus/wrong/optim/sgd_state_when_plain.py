"""problem: sgd
hint: without momentum there is nothing to remember

Keeps state without momentum.

replace: if group["momentum"] != 0:
with: if True:
"""
