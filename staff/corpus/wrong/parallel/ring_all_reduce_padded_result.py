"""problem: ring_all_reduce

Leaves the padding in the sum.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: size = -(-tensors[0].numel() // count)
with: pad = (0, size * count - tensors[0].numel())
with: chunks = [list(torch.nn.functional.pad(t.flatten(), pad).split(max(size, 1))) for t in tensors]
replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: return [torch.cat(own) for own in chunks]
"""
