"""problem: round_to_float

Reads the memory from the first element on, whatever the strides.

replace: exact = x.double()
with: exact = x.as_strided(x.shape, torch.empty(x.shape).stride()).double()
"""
