"""problem: ring_all_reduce

Compares the first two alone.

replace: if not tensors or len({(tensor.shape, tensor.dtype) for tensor in tensors}) > 1:
with: if not tensors or len({(tensor.shape, tensor.dtype) for tensor in tensors[:2]}) > 1:
"""
