"""problem: ring_all_reduce

Cuts into parts of ⌊numel / N⌋, and leaves the rest where it is.

replace: chunks = [list(tensor.flatten().tensor_split(count)) for tensor in tensors]
with: size = tensors[0].numel() // count
with: chunks = [list(t.flatten()[: size * count].tensor_split(count)) for t in tensors]
with: rests = [t.flatten()[size * count :] for t in tensors]
replace: return [torch.cat(own).view(tensors[0].shape) for own in chunks]
with: return [torch.cat([*own, rest]).view(tensors[0].shape) for own, rest in zip(chunks, rests)]
"""
