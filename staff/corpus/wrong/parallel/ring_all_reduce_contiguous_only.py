"""problem: ring_all_reduce

Takes view(-1) for flatten.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: chunks = [list(tensor.view(-1).tensor_split(count)) for tensor in tensors]
"""
