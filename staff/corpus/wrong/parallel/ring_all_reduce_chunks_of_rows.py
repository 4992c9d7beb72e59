"""problem: ring_all_reduce

Cuts along the first dim, which not every tensor has.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: chunks = [list(tensor.tensor_split(count)) for tensor in tensors]
"""
