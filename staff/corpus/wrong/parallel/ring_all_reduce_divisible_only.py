"""problem: ring_all_reduce

Refuses sizes that N does not divide.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: if tensors[0].numel() % count:
with:     raise ValueError(f"tensors of {tensors[0].numel()} elements, {count} devices")
with: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
"""
