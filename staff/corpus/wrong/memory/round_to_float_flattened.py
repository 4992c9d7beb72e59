"""problem: round_to_float
hint: has shape

Gives a flat tensor.

replace: exact = x.double()
with: exact = x.double().flatten()
"""
