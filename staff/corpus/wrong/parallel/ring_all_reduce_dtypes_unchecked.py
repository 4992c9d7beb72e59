"""problem: ring_all_reduce

Compares shapes alone.

replace: if not tensors or len({(tensor.shape, tensor.dtype) for tensor in tensors}) > 1:
with: if not tensors or len({tensor.shape for tensor in tensors}) > 1:
"""
