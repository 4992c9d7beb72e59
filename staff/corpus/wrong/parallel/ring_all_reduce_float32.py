"""problem: ring_all_reduce
hint: has dtype

Sums in float32.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: chunks = [list(tensor.float().flatten().tensor_split(count)) for tensor in tensors]
"""
