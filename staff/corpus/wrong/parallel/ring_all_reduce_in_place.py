"""problem: ring_all_reduce
hint: changed its argument

Adds into the tensors that it was given.

replace: chunks[target][i] = chunks[target][i] + arrived if reducing else arrived
with: if reducing:
with:     chunks[target][i].add_(arrived)
with: else:
with:     chunks[target][i] = arrived
"""
