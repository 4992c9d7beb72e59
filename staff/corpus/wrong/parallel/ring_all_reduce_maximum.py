"""problem: ring_all_reduce
hint: this is the largest

Keeps the largest.

replace: chunks[target][i] = chunks[target][i] + arrived if reducing else arrived
with: chunks[target][i] = torch.maximum(chunks[target][i], arrived) if reducing else arrived
"""
