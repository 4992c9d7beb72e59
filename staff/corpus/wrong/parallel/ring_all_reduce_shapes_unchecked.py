"""problem: ring_all_reduce

Compares the number of elements alone.

replace: if not tensors or len({(tensor.shape, tensor.dtype) for tensor in tensors}) > 1:
with: if not tensors or len({(tensor.numel(), tensor.dtype) for tensor in tensors}) > 1:
"""
